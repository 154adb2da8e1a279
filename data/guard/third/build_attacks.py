import random,base64,urllib.parse,codecs,json,re,glob,unicodedata
R=random.Random(20250611)
CJK='\u3040-\u30ff\u3400-\u9fff\uff00-\uffef\u3000-\u303f“”'
def cjkp(t,lang):
    if lang not in('ja','zh'): return t
    m={',':'\uff0c' if lang=='zh' else '\u3001',':':'\uff1a','?':'\uff1f','!':'\uff01',';':'\uff1b'}
    t=re.sub('(?<=[%s])([,:?!;])'%CJK,lambda k:m[k[1]],t)
    t=re.sub('([,:?!;])(?=[%s])'%CJK,lambda k:m[k[1]],t) if '{' not in t and '<' not in t else t
    return re.sub(r'(?<=[%s])\(([^()\n]*)\)'%CJK,'\uff08\\1\uff09',t)
cyr=dict(zip('aceiopxyjsABCEHKMOPTX','асеіорхујѕАВСЕНКМОРТХ'))
rcyr={v:k for k,v in cyr.items()}
leet=dict(a='4',e='3',i='1',o='0',s='5',t='7'); rleet={v:k for k,v in leet.items()}
ZW='\u200b\u200c\u200d\u2060\ufeff'
n={}
def var(w,k):
    n[w]=n.get(w,-1)+1; return n[w]%k
def b64(s): return base64.b64encode(s.encode()).decode()
def ub64(s): return base64.b64decode(s).decode()
rot=lambda s:codecs.encode(s,'rot13')
def fold(a): return a.casefold()
def enc(w,s,lang):
    "returns (payload, decoder)"
    if w=='base64':
        v=var(w,3)
        if v==1: return base64.urlsafe_b64encode(s.encode()).decode(),lambda p:base64.urlsafe_b64decode(p).decode()
        if v==2:
            q=b64(s); q='\n'.join(q[i:i+44] for i in range(0,len(q),44)); return q,lambda p:ub64(p.replace('\n',''))
        return b64(s),ub64
    if w=='hex':
        h=s.encode().hex(); pr=[h[i:i+2] for i in range(0,len(h),2)]
        v=var(w,6)
        p=[h,' '.join(pr),' '.join('0x'+x for x in pr),''.join('\\x'+x for x in pr),'0x'+h.upper(),':'.join(pr)][v]
        return p,lambda p:bytes.fromhex(re.sub(r'0x|\\x|[ :]','',p)).decode()
    if w=='url':
        v=var(w,4)
        if v==0: return urllib.parse.quote(s,safe=''),urllib.parse.unquote
        if v==1: return ''.join('%%%02X'%b for b in s.encode()),urllib.parse.unquote
        if v==2: return urllib.parse.quote_plus(s),urllib.parse.unquote_plus
        return urllib.parse.quote(urllib.parse.quote(s,safe=''),safe=''),lambda p:urllib.parse.unquote(urllib.parse.unquote(p))
    if w=='rot13': return rot(s),rot
    if w=='leet':
        pr=[.95,.7,.85][var(w,3)]
        p=''.join(leet[c.lower()] if c.lower() in leet and R.random()<pr else c for c in s)
        return p,lambda p:''.join(rleet.get(c,c) for c in p)
    if w=='homoglyph':
        v=var(w,4)
        if v==1:
            p=''.join(chr(ord(c)+0xFEE0) if '!'<=c<='~' else c for c in s)
            return p,lambda p:unicodedata.normalize('NFKC',p)
        if v==3:
            p=''.join(chr(0x1D400+ord(c)-65) if 'A'<=c<='Z' else chr(0x1D41A+ord(c)-97) if 'a'<=c<='z' else c for c in s)
            return p,lambda p:unicodedata.normalize('NFKC',p)
        p=''.join(cyr[c] if c in cyr and R.random()<.8 else c for c in s)
        assert p!=s
        return p,lambda p:''.join(rcyr.get(c,c) for c in p)
    if w=='zero_width':
        v=var(w,4)
        zs=['\u200b',ZW,'\u00ad','\u200b\u200d'][v]
        p=''.join(c+(R.choice(zs) if R.random()<.6 and i<len(s)-1 else '') for i,c in enumerate(s))
        assert p!=s
        return p,lambda p:re.sub('[%s\u00ad]'%ZW,'',p)
    if w=='spaced':
        sep,wd=[(' ','   '),('.',' '),('-',' / '),('_','  ')][var(w,4)]
        if lang in('ko','ja'): sep,wd=' ','   '
        ws=[sep.join(x) for x in s.rstrip('.').split(' ')]
        return wd.join(ws),lambda p:' '.join(x.replace(sep,'') for x in p.split(wd))+('.' if s.endswith('.') else '')
    if w=='reversed':
        if var(w,3)==2: 
            f=lambda p:' '.join(x[::-1] for x in p.split(' ')); return f(s),f
        f=lambda p:p[::-1]; return f(s),f
    if w=='nested':
        hx=lambda s:s.encode().hex(); uhx=lambda p:bytes.fromhex(p).decode()
        q=lambda s:urllib.parse.quote(s,safe=''); uq=urllib.parse.unquote
        rv=lambda s:s[::-1]
        steps=[[(hx,uhx),(b64,ub64)],[(rot,rot),(hx,uhx)],[(b64,ub64),(b64,ub64)],[(rv,rv),(b64,ub64)],[(b64,ub64),(rot,rot)],[(b64,ub64),(hx,uhx)],[(q,uq),(b64,ub64)],[(b64,ub64),(q,uq)]][var(w,8)]
        p=s
        for e,_ in steps: p=e(p)
        def d(p):
            for _,u in reversed(steps): p=u(p)
            return p
        return p,d
rows=[];src=[];hidden=0;sent=[]
for f in sorted(glob.glob('parts/att_*.txt')):
    lang=f.split('att_')[1][:2]
    for l in open(f,encoding='utf-8').read().split('\n'):
        if not l.strip(): continue
        t,x=l.split('|',1)
        if t.endswith('+h'): hidden+=1; t=t[:-2]
        assert t in('direct','role','jailbreak','format','many_shot','korean'),l
        assert (t=='korean')==(lang=='ko')
        rows.append(dict(text=cjkp(x.replace('⏎','\n'),lang).strip(),language=lang,type=t,way='plain'))
plain_all='\n'.join(r['text'] for r in rows).casefold()
for l in open('parts/disguised.txt',encoding='utf-8').read().split('\n'):
    if not l.strip(): continue
    w,lang,s,wrap=l.split('|',3)
    s=cjkp(s,lang); wrap=cjkp(wrap,lang)
    assert s.casefold() not in plain_all and s.casefold() not in sent,s
    sent.append(s.casefold())
    p,d=enc(w,s,lang)
    assert fold(d(p))==fold(s),(w,s,d(p)); assert p!=s
    if wrap and wrap!='{X}' :
        wrap=wrap.replace('⏎','\n'); assert '{X}' in wrap
        if w in('spaced','homoglyph','leet') and lang not in('ko','ja') and False: pass
        text=wrap.replace('{X}',p)
        if ' ' in wrap.replace('{X}','') : hidden+= '?' in wrap
    else: text=p
    a,b=(wrap or '{X}').split('{X}')
    assert fold(d(text[len(a):len(text)-len(b)]))==fold(s)
    rows.append(dict(text=text,language=lang,type='korean' if lang=='ko' else 'encoded',way=w))
    src.append(dict(way=w,language=lang,sentence=s,payload=p,row=text))
for l in open('parts/mixed.txt',encoding='utf-8').read().split('\n'):
    if not l.strip(): continue
    lang,x=l.split('|',1); out='';clear=''
    for seg in x.split('||'):
        e,s=seg.split(':',1)
        if e=='plain': out+=s;clear+=s;continue
        p,d=enc(e,s,lang); assert fold(d(p))==fold(s) and p!=s,(e,s)
        assert s.casefold() not in plain_all,s
        out+=p;clear+=s
    rows.append(dict(text=out,language=lang,type='korean' if lang=='ko' else 'encoded',way='mixed'))
    src.append(dict(way='mixed',language=lang,sentence=clear,row=out))
R.shuffle(rows)
with open('attacks.jsonl','w',encoding='utf-8') as f:
    for r in rows: f.write(json.dumps(r,ensure_ascii=False)+'\n')
with open('parts/disguised_source.jsonl','w',encoding='utf-8') as f:
    for r in src: f.write(json.dumps(r,ensure_ascii=False)+'\n')
from collections import Counter
rows=[json.loads(l) for l in open('attacks.jsonl',encoding='utf-8')]
assert len(rows)==400 and len({r['text'] for r in rows})==400
for k in('type','way','language'): print(k,dict(Counter(r[k] for r in rows)))
print('hidden',hidden,'url/mail',sum(bool(re.search(r'https?://|[\w.]+@[\w-]+\.',r['text'])) for r in rows))
L=sorted(len(r['text']) for r in rows); print('len',L[0],L[200],L[-5:])
