var h="/",l="/assets/sources.json";var E=/\/assets\/[\w.-]+/g,w=class{#t;#e;constructor(t,e){this.#t=t,this.#e=e}async file(t){let e=await this.#t.match(t);if(e!==void 0)return e;let s=await this.#e(t);return s.ok&&await this.#t.put(t,s.clone()),s}async newest(t){let e=await this.#t.match(t);if(e===void 0)return await this.#e(t);let s=Promise.withResolvers(),i=setTimeout(()=>s.resolve(e),3e3);try{let c=await Promise.race([this.#e(t),s.promise]);return c.status<500?c:e}catch{return e}finally{clearTimeout(i)}}async update(){let[t,e]=await Promise.all([this.#s(h),this.#s(l)]),[s,i]=await Promise.all([t.clone().text(),e.clone().text()]),c=await(await this.#t.match(h))?.text()??"",f=m(s).filter(n=>n!==l);await Promise.all(f.map(async n=>{await this.#t.match(n)===void 0&&await this.#t.put(n,await this.#s(n))})),await this.#t.put(l,e),await this.#t.put(h,t);let u=new Set([h,l,...[s,c,i].flatMap(m)]),p=await this.#t.keys();await Promise.all(p.map(async({url:n})=>{let d=new URL(n).pathname;u.has(d)||await this.#t.delete(d)}))}async#s(t){let e=await this.#e(t);if(e.ok)return e;throw new Error(`Cannot cache ${t}: the server answers ${e.status}`)}};function m(a){return[...new Set(a.match(E))]}var S="arena-page",W="/assets/sources.json",g=`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>No server \xB7 Strategy arena</title>
<main>
<h1>The server does not answer</h1>
<p>The API reference comes from the server and is not stored in this browser. The arena itself works
without the server: <a href="/">back to the arena</a>.</p>
</main>
</html>
`,o=self,r=async a=>await a(new w(await caches.open(S),t=>fetch(t)));o.addEventListener("install",a=>{a.waitUntil(r(t=>t.update()).then(()=>o.skipWaiting()))});o.addEventListener("activate",a=>a.waitUntil(o.clients.claim()));o.addEventListener("fetch",a=>{let{request:t}=a,{origin:e,pathname:s}=new URL(t.url);e!==o.location.origin||t.method!=="GET"||(s==="/"?(a.respondWith(r(i=>i.newest(s))),a.waitUntil(r(i=>i.update()).catch(()=>{}))):s===W?a.respondWith(r(i=>i.newest(s))):s.startsWith("/assets/")?a.respondWith(r(i=>i.file(s))):s.startsWith("/arena/")?a.respondWith(fetch(t).catch(()=>new Response(null,{status:204}))):t.mode==="navigate"&&a.respondWith(fetch(t).catch(()=>R())))});function R(){return new Response(g,{status:503,headers:{"content-type":"text/html; charset=utf-8"}})}
