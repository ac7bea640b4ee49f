// The page and the server are checked as one program, with the browser's types, whose workers have
// no permissions.

interface WorkerOptions {
  /** The permissions of a worker on the server. */
  deno?: { permissions: "none" };
}
