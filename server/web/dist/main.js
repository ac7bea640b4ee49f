import{qa as t,sa as o,va as r}from"./chunk-M7BWYSPC.js";o({tab:()=>sessionStorage,browser:()=>localStorage,events:globalThis});r();t();var{show:s}=await import("./show-FMD3W63R.js");s();
