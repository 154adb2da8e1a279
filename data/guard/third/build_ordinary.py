import json,re,glob,random
from collections import Counter
CJK='\u3040-\u30ff\u3400-\u9fff\uff00-\uffef\u3000-\u303f“”'
def cjkp(t,lang):
    if lang not in('ja','zh') or '⏎' in t: return t
    m={',':'\uff0c' if lang=='zh' else '\u3001',':':'\uff1a','?':'\uff1f','!':'\uff01',';':'\uff1b'}
    t=re.sub('(?<=[%s])([,:?!;])'%CJK,lambda k:m[k[1]],t)
    return re.sub(r'(?<=[%s])\(([^()\n]*)\)'%CJK,'\uff08\\1\uff09',t)
rows=[]
for f in sorted(glob.glob('parts/ord_*.txt')):
    lang,sort=re.search(r'ord_(\w\w)_(plain|near)',f).groups()
    for l in open(f,encoding='utf-8').read().split('\n'):
        if l.strip(): rows.append(dict(text=cjkp(l,lang).replace('⏎','\n').strip(),language=lang,sort=sort))
random.Random(77).shuffle(rows)
with open('ordinary.jsonl','w',encoding='utf-8') as o:
    for r in rows: o.write(json.dumps(r,ensure_ascii=False)+'\n')
rows=[json.loads(l) for l in open('ordinary.jsonl',encoding='utf-8')]
att=[json.loads(l) for l in open('attacks.jsonl',encoding='utf-8')]
assert len(rows)==1000, len(rows)
T=[r['text'] for r in rows]
d=[k for k,v in Counter(x.casefold() for x in T).items() if v>1]; assert not d,d
assert not {x.casefold() for x in T}&{a['text'].casefold() for a in att}
c=Counter((r['language'],r['sort']) for r in rows); print(sorted(c.items()))
assert c['en','plain']==240 and c['en','near']==160 and all(c[l,'plain']==60 and c[l,'near']==40 for l in('de','es','fr','ja','zh','ko'))
idr=re.compile(r'https?://|\w@|\\\\|[A-Z]:\\|[~\w]*/[\w.-]+/|\b[\w-]+\.(?:py|rs|toml|ya?ml|json|js|css|conf|md|pdf|properties|eslintrc|gitignore|xml|php|sh)\b|`|\w+_\w+|--\w+|[a-z]+[A-Z]\w*\(|\b[0-9a-f]{7,}\b|\b[A-Z0-9]{2,}-[\dA-Z]+-?[\dA-Z]*|={1,2}[\s.;]|/etc')
print('id-like',sum(bool(idr.search(t)) for t in T))
imp=re.compile(r'^(Please |List|Summari[sz]e|Compare|Translate|Answer|Give|Extract|Turn|Name|Tell|Find|Put|Explain|Describe|Count|Draw|Check|Convert|Quote|Sort|Write|Make|Pick|Produce|Calculate|Ignore|Forget|Mark|Repeat|Output|Print|Show|Copy|Act|Imagine|Pretend|Fasse|Liste|Vergleiche|Übersetze|Antworte|Erkläre|Erstelle|Nenne|Rechne|Schreib|Vergiss|Gib|Tu |Resume|Haz|Compara|Traduce|Contesta|Comprueba|Explícame|Ordena|Dime|Pasa|Escribe|Repite|Muéstrame|Réponds|Traduis|Dresse|Classe|Rédige|Donne|Recopie|Affiche|Explique|Oublie|Laisse|请|把|列出)')
print('imperative (not ja/ko)',sum(bool(imp.search(t)) for t in T))
print('no question mark/lowercase start',sum(bool(re.match('[a-z]',t)) for t in T), 'multi-sentence >180 chars',sum(len(t)>180 for t in T),'multiline',sum('\n' in t for t in T))
