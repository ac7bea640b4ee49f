var c="/",h="/assets/sources.json";var k=/\/assets\/[\w.-]+/g,l=class{#t;#e;constructor(t,e){this.#t=t,this.#e=e}async file(t){let e=await this.#t.match(t);if(e!==void 0)return e;let s=await this.#e(t);return s.ok&&await this.#t.put(t,s.clone()),s}async newest(t){let e=await this.#t.match(t);if(e===void 0)return await this.#e(t);let s=Promise.withResolvers(),i=setTimeout(()=>s.resolve(e),3e3);try{return await Promise.race([this.#e(t),s.promise])}catch{return e}finally{clearTimeout(i)}}async keep(){let[t,e]=await Promise.all([this.#s(c),this.#s(h)]),[s,i]=await Promise.all([t.clone().text(),e.clone().text()]),f=await(await this.#t.match(c))?.text()??"",d=m(s).filter(n=>n!==h);await Promise.all(d.map(async n=>{await this.#t.match(n)===void 0&&await this.#t.put(n,await this.#s(n))})),await this.#t.put(h,e),await this.#t.put(c,t);let p=new Set([c,h,...[s,f,i].flatMap(m)]),u=await this.#t.keys();await Promise.all(u.map(async({url:n})=>{let w=new URL(n).pathname;p.has(w)||await this.#t.delete(w)}))}async#s(t){let e=await this.#e(t);if(e.ok)return e;throw new Error(`Cannot keep ${t}: the server answers ${e.status}`)}};function m(a){return[...new Set(a.match(k))]}var y="arena-page",g="/assets/sources.json",E=`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>No server \xB7 Strategy arena</title>
<main>
<h1>The server does not answer</h1>
<p>The reference of the API is written by the server and not kept in this browser. The page itself
works without the server: <a href="/">back to the arena</a>.</p>
</main>
</html>
`,o=self,r=async a=>await a(new l(await caches.open(y),t=>fetch(t)));o.addEventListener("install",a=>{a.waitUntil(r(t=>t.keep()).then(()=>o.skipWaiting()))});o.addEventListener("activate",a=>a.waitUntil(o.clients.claim()));o.addEventListener("fetch",a=>{let{request:t}=a,{origin:e,pathname:s}=new URL(t.url);e!==o.location.origin||t.method!=="GET"||(s==="/"?(a.respondWith(r(i=>i.newest(s))),a.waitUntil(r(i=>i.keep()).catch(()=>{}))):s===g?a.respondWith(r(i=>i.newest(s))):s.startsWith("/assets/")?a.respondWith(r(i=>i.file(s))):t.mode==="navigate"&&a.respondWith(fetch(t).catch(()=>S())))});function S(){return new Response(E,{status:503,headers:{"content-type":"text/html; charset=utf-8"}})}
