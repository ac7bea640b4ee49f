import{pa as t,ra as o,ua as r}from"./chunk-E5WLINIL.js";o({tab:()=>sessionStorage,browser:()=>localStorage,events:globalThis});r();t();var{show:s}=await import("./show-RC3D5YPG.js");s();
