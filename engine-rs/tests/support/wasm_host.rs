//! The WebAssembly of `pkg/` in an interpreter that counts executed instructions.

use std::path::PathBuf;
use wasmi::{
    Caller, Config, Engine, Extern, ExternRef, ExternType, Instance, Linker, Memory, Module,
    Nullable, Store, Val,
};

/// Instruction limit of a call; a call beyond it traps.
const FUEL: u64 = 1 << 40;

/// An arena of the built package.
pub(crate) struct WasmHost {
    store: Store<()>,
    instance: Instance,
    memory: Memory,
    arena: i32,
}

impl WasmHost {
    /// Starts the package.
    pub(crate) fn new() -> Self {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../pkg/arena_engine_bg.wasm");
        let engine = Engine::new(Config::default().consume_fuel(true));
        let wasm = std::fs::read(path).expect("pkg/ is built");
        let module = Module::new(&engine, &wasm).expect("a module");
        let mut store = Store::new(&engine, ());
        store.set_fuel(FUEL).expect("fuel is counted");
        let mut linker = Linker::new(&engine);
        for import in module.imports() {
            let ExternType::Func(kind) = import.ty() else { panic!("only functions come in") };
            let is_ledger = import.name().contains("_count_");
            let host = move |caller: Caller<'_, ()>, parts: &[Val], _: &mut [Val]| {
                if is_ledger {
                    count_nothing(caller, parts);
                }
                Ok(())
            };
            linker
                .func_new(import.module(), import.name(), kind.clone(), host)
                .expect("a name that is free");
        }
        let instance = linker.instantiate_and_start(&mut store, &module).expect("it starts");
        let memory = instance.get_export(&store, "memory").and_then(Extern::into_memory);
        let memory = memory.expect("it has a memory");
        let make = instance.get_typed_func::<(), i32>(&store, "arena_new").expect("arena_new");
        let arena = make.call(&mut store, ()).expect("an arena");
        Self { store, instance, memory, arena }
    }

    /// Adds a dataset.
    pub(crate) fn add_dataset(&mut self, header: &[u8], columns: &[f64]) {
        let values: Vec<u8> = columns.iter().flat_map(|value| value.to_le_bytes()).collect();
        let (header, count) = (self.place(header, 1), columns.len());
        let columns = (self.place(&values, 8).0, i32::try_from(count).expect("a count"));
        let answer = self.call("arena_addDataset", header, Some(columns)).1;
        assert!(answer.starts_with(b"{\"ok\":"), "{}", String::from_utf8_lossy(&answer));
    }

    /// Calls an operation with one part, or an evaluation with two; returns the number of
    /// instructions and the answer.
    pub(crate) fn run(&mut self, name: &str, parts: &[&[u8]]) -> (u64, Vec<u8>) {
        let first = self.place(parts[0], 1);
        let second = parts.get(1).map(|part| self.place(part, 1));
        self.call(name, first, second)
    }

    /// Returns the catalogue of strategies.
    pub(crate) fn catalogue(&mut self) -> Vec<u8> {
        let name = "strategyCatalogue";
        let call = self.instance.get_typed_func::<(), (i32, i32)>(&self.store, name);
        let slice = call.expect(name).call(&mut self.store, ()).expect(name);
        self.take(slice)
    }

    /// Copies bytes into the memory of the package, as the bindings do.
    fn place(&mut self, bytes: &[u8], align: i32) -> (i32, i32) {
        let malloc =
            self.instance.get_typed_func::<(i32, i32), i32>(&self.store, "__wbindgen_malloc");
        let length = i32::try_from(bytes.len()).expect("a length");
        let at = malloc.expect("malloc").call(&mut self.store, (length, align)).expect("memory");
        let offset = usize::try_from(at).expect("an offset");
        self.memory.write(&mut self.store, offset, bytes).expect("room");
        (at, length)
    }

    fn call(
        &mut self,
        name: &str,
        (at, length): (i32, i32),
        second: Option<(i32, i32)>,
    ) -> (u64, Vec<u8>) {
        type One = (i32, i32, i32);
        type Two = (i32, i32, i32, i32, i32);
        type Counted = (i32, i32, i32, i32, i32, Nullable<ExternRef>);
        let before = self.store.get_fuel().expect("fuel is counted");
        let (start, size) = match second {
            None => {
                let call = self.instance.get_typed_func::<One, (i32, i32)>(&self.store, name);
                call.expect(name).call(&mut self.store, (self.arena, at, length)).expect(name)
            }
            Some((to, count)) if name == "arena_evaluate" => {
                let call = self.instance.get_typed_func::<Counted, (i32, i32)>(&self.store, name);
                let parts = (self.arena, at, length, to, count, Nullable::Null);
                call.expect(name).call(&mut self.store, parts).expect(name)
            }
            Some((to, count)) => {
                let call = self.instance.get_typed_func::<Two, (i32, i32)>(&self.store, name);
                let parts = (self.arena, at, length, to, count);
                call.expect(name).call(&mut self.store, parts).expect(name)
            }
        };
        let taken = before - self.store.get_fuel().expect("fuel is counted");
        (taken, self.take((start, size)))
    }

    /// Copies an answer out of the memory of the package and frees it, as the bindings do.
    fn take(&mut self, (start, size): (i32, i32)) -> Vec<u8> {
        let offset = usize::try_from(start).expect("an offset");
        let mut answer = vec![0; usize::try_from(size).expect("a length")];
        self.memory.read(&self.store, offset, &mut answer).expect("an answer");
        let free =
            self.instance.get_typed_func::<(i32, i32, i32), ()>(&self.store, "__wbindgen_free");
        free.expect("free").call(&mut self.store, (start, size, 1)).expect("freed");
        answer
    }
}

/// Answers a trial like a host without keys, in the form of the bindings: the address and the
/// number of four numbers.
fn count_nothing(mut caller: Caller<'_, ()>, parts: &[Val]) {
    let exported = |caller: &Caller<'_, ()>, name| caller.get_export(name).expect("an export");
    let malloc = exported(&caller, "__wbindgen_malloc").into_func().expect("malloc");
    let memory = exported(&caller, "memory").into_memory().expect("a memory");
    let malloc = malloc.typed::<(i32, i32), i32>(&caller).expect("malloc");
    let at = malloc.call(&mut caller, (32, 8)).expect("memory");
    let numbers: Vec<u8> = [1.0, 0.0, 1.0, f64::NAN].iter().flat_map(|n| n.to_le_bytes()).collect();
    let place = |at: i32| usize::try_from(at).expect("an offset");
    memory.write(&mut caller, place(at), &numbers).expect("room");
    let answer = parts[0].i32().expect("where the answer goes");
    let slice = [at.to_le_bytes(), 4_i32.to_le_bytes()].concat();
    memory.write(&mut caller, place(answer), &slice).expect("room");
}
