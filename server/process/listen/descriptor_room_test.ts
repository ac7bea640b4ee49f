import { assertEquals, assertThrows } from "@std/assert";
// deno-lint-ignore no-external-import -- part of the runtime
import { EventEmitter } from "node:events";
// deno-lint-ignore no-external-import -- part of the runtime
import type { Server } from "node:http";
import { StartError } from "../../base/errors.ts";
import { type DescriptorOptions, DescriptorRoom } from "./descriptor_room.ts";

/** A process of two cores that may open so many more files. */
class FakeProcess {
  free: number;

  constructor(free: number) {
    this.free = free;
  }

  room(changes: Partial<DescriptorOptions> = {}): DescriptorRoom {
    const openFile = (): Disposable => {
      if (this.free === 0) throw Object.assign(new Error("too many"), { code: "EMFILE" });
      this.free--;
      return { [Symbol.dispose]: () => void this.free++ };
    };
    return new DescriptorRoom({ connectionsMax: 10_000, cores: 2, openFile, ...changes });
  }

  /** Connects until the server of a room takes no more; returns the connections that it took. */
  fill(room: DescriptorRoom): readonly EventEmitter[] {
    const server = Object.assign(new EventEmitter(), { maxConnections: 0 });
    room.limit(server as unknown as Server);
    const open: EventEmitter[] = [];
    while (open.length < server.maxConnections) {
      const connection = new EventEmitter();
      open.push(connection);
      this.free--;
      server.emit("connection", connection);
    }
    return open;
  }
}

Deno.test("connections leave descriptors free, whatever the limit of the process", () => {
  for (const free of [120, 138, 236, 1_000, 4_000]) {
    const descriptors = new FakeProcess(free);
    const open = descriptors.fill(descriptors.room());
    assertEquals([open.length, descriptors.free], [free - 88, 88]);
  }
});

Deno.test("connections are at most those of the configuration, and databases add to the reserve", () => {
  const large = new FakeProcess(70_000);
  assertEquals(large.fill(large.room()).length, 10_000);
  const small = new FakeProcess(70_000);
  assertEquals(small.fill(small.room({ connectionsMax: 3 })).length, 3);
  const shared = new FakeProcess(200);
  assertEquals(shared.fill(shared.room({ reserved: 36 })).length, 200 - 88 - 36);
});

Deno.test("a process with too few descriptors does not start, and says how many it needs", () => {
  const message = "Cannot serve: the process may open 103 more files, and needs at least 104: " +
    "raise its limit (ulimit -n, LimitNOFILE)";
  assertThrows(() => new FakeProcess(103).room(), StartError, message);
});

Deno.test("where files cannot be counted, the configuration decides", () => {
  const denied = (): Disposable => {
    throw new Deno.errors.NotCapable("no");
  };
  const descriptors = new FakeProcess(0);
  const room = descriptors.room({ connectionsMax: 300, openFile: denied });
  assertEquals(descriptors.fill(room).length, 300);
});
