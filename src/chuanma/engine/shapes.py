import os, numpy as np
from chuanma.engine.jit import *
from chuanma.engine.jit import kernel
C1=vector(types.uint8); C3=vector(types.uint8,3); H=vector(types.int8); K=vector(I4)
def load_tables():
    f='/tmp/t/tab.npz'
    if not os.path.exists(f):
        import sys; sys.path.insert(0,'/work/shared/prototypes/kernel')
        sys.modules['shan']=type(sys)('shan')
        import tabnp; D,cls,rows,comb=tabnp.build(); np.savez(f,cls=cls,comb=comb)
    z=np.load(f); return z['cls'],z['comb']
@kernel(I8(C1,C3,H,I8,I8,I8,I8,I8))
def dist(cls,comb,hand,n_meld,void,k0,k1,k2):
    best=99
    for drop in range(3):
        if void>=0 and drop!=void: continue
        a=k1 if drop==0 else k0
        b=k1 if drop==2 else k2
        d=int(comb[4-n_meld,cls[a],cls[b]])
        if n_meld==0:
            p=0;sg=0
            for i in range(27):
                if i//9!=drop:
                    p+=int(hand[i])>>1; sg+=int(hand[i])&1
            n=7-p
            d=min(d,n+max(0,n-sg))
        best=min(best,d)
    return best
@kernel(I8(C1,C3,K,H,I8,H,H,I8))
def waits_from_keys(cls,comb,keys,hand,n_meld,mt,mk,void):
    suits=0
    for u in range(3):
        if keys[u]!=0:
            suits|=1<<u
            if u==void: return 0
    for m in range(n_meld): suits|=1<<(int(mk[m])//9)
    if suits==7: return 0
    k0=int(keys[0]);k1=int(keys[1]);k2=int(keys[2])
    # drop: a suit not held
    best=99
    res=0
    if dist(cls,comb,hand,n_meld,void,k0,k1,k2)!=1: return 0
    p=1
    for t in range(27):
        u=t//9
        if t%9==0: p=1
        else: p*=5
        if u==void: continue
        if suits|(1<<u)==7: continue
        own=int(hand[t])
        for m in range(n_meld):
            if mk[m]==t: own+=3
        if own>=4: continue
        hand[t]+=1
        d=dist(cls,comb,hand,n_meld,void,k0+(p if u==0 else 0),k1+(p if u==1 else 0),k2+(p if u==2 else 0))
        hand[t]-=1
        if d==0: res|=1<<t
    return res
@kernel(BOOL(C1,C3,H,I8,H,I8))
def is_win(cls,comb,hand,n_meld,mk,void):
    suits=0
    k=np.zeros(3,np.int64)
    for u in range(3):
        x=0
        for i in range(8,-1,-1): x=x*5+int(hand[u*9+i])
        k[u]=x
        if x:
            suits|=1<<u
            if u==void: return False
    for m in range(n_meld): suits|=1<<(int(mk[m])//9)
    if suits==7: return False
    return dist(cls,comb,hand,n_meld,void,k[0],k[1],k[2])==0
