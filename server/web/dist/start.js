import{F as a}from"./chunk-XLBNHCH2.js";a.arena().catch(()=>{});
