const TYPES: Readonly<Record<string, string>> = {
  css: "text/css",
  js: "text/javascript",
  json: "application/json",
  csv: "text/csv",
  svg: "image/svg+xml",
  wasm: "application/wasm",
};

/**
 * Serves the files of a folder as any static server does.
 *
 * @param page its first page; by default `index.html`
 */
export function serveFolder(
  folder: string,
  page?: string,
): Deno.HttpServer<Deno.NetAddr> {
  const answer = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    if (pathname === "/favicon.ico") return new Response(null, { status: 204 });
    const path = pathname.endsWith("/") ? `${pathname}index.html` : pathname;
    const body = pathname === "/" && page !== undefined
      ? page
      : await Deno.readFile(folder + path).catch(() => null);
    if (body === null) return new Response("Not found", { status: 404 });
    const type = TYPES[pathname.split(".").at(-1) ?? ""] ?? "text/html";
    return new Response(body, { headers: { "content-type": type } });
  };
  return Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, answer);
}
