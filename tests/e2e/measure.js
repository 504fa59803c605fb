// Boxes of all things on the table, sizes of all buttons, what is cut off: evaluated in the page by the layout tests.
() => {
  const GROUPS = [
    '.plate', '.river .cell', '.closed', '.meld', '.won', '.centre', '.waits', '.offer', '.actions button',
    '.hand button', 'header button', 'header h1',
  ]
  const boxes = GROUPS.flatMap((group) =>
    [...document.querySelectorAll(group)].map((element) => {
      const { left, top, right, bottom } = element.getBoundingClientRect()
      return { group, name: `${element.className} ${element.dataset.tile ?? ''}`, left, top, right, bottom }
    }),
  ).filter(({ left, right }) => right > left)
  const touch = [...document.querySelectorAll('button')].map((element) => {
    const { width, height } = element.getBoundingClientRect()
    return { name: element.getAttribute('aria-label') ?? element.textContent, width, height }
  })
  const cut = [...document.querySelectorAll('.waits, .sheet, .panel, .ready, .strip')]
    .filter((element) => element.scrollWidth > element.clientWidth + 1)
    .map((element) => element.className)
  const root = document.documentElement
  const scroll = [root.scrollWidth - innerWidth, root.scrollHeight - innerHeight]
  return { boxes, touch, cut, scroll, size: [innerWidth, innerHeight] }
}
