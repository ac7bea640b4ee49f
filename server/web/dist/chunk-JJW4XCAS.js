function u(a,r){return a.map(t=>(r=Math.max(r,t),1-t/r))}function e(a,r){return u(a.subarray(r),1).reduce((t,n)=>Math.max(t,n),0)}export{u as a,e as b};
