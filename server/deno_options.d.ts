// The page and the server are checked as one program, with the types of browsers, which lack the
// options that Deno adds to them.

interface WorkerOptions {
  /** The permissions of a worker on the server. */
  deno?: { permissions: "none" };
}

interface RequestInit {
  /** A `Deno.HttpClient`. */
  client?: object;
}
