import { mount } from 'svelte'
import App from './App.svelte'
import { Session } from './lib/session.svelte'
import './style/base.css'

const session = new Session(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`)
mount(App, { target: document.getElementById('app')!, props: { session } })
session.start()
