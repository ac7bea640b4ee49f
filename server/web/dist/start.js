import{E as a}from"./chunk-74RWY7A5.js";a.arena().catch(()=>{});
