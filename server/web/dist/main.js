import{na as t,pa as o,sa as r}from"./chunk-TIPBTPQM.js";o({tab:()=>sessionStorage,browser:()=>localStorage,events:globalThis});r();t();var{show:s}=await import("./show-KUJXWX6B.js");s();
