import type { Candidate } from "../../../../contracts/candidate.ts";
import { FAMILY_ID } from "../../../../contracts/family_id.ts";

/** A candidate as code to paste. */
export interface Snippet {
  readonly id: "curl" | "json" | "python" | "typescript";
  readonly title: string;
  /** Required programs; empty for plain data. */
  readonly needs: string;
  /** @param origin of the server, such as `http://127.0.0.1:8080` */
  write(candidate: Candidate, origin: string): string;
}

/** Snippets print the score. They read the key from the environment, so that no snippet contains it. */
export const SNIPPETS: readonly Snippet[] = [
  { id: "curl", title: "curl", needs: "a shell with ARENA_KEY set", write: writeCurl },
  {
    id: "json",
    title: "JSON",
    needs: "",
    write: (candidate) => JSON.stringify(candidate, null, 2),
  },
  { id: "python", title: "Python", needs: "Python 3 and ARENA_KEY", write: writePython },
  {
    id: "typescript",
    title: "TypeScript",
    needs: "Deno, Bun or Node 22.18 and ARENA_KEY",
    write: writeTypeScript,
  },
];

function familyUrl(origin: string): string {
  return `${origin}/v1/families/${FAMILY_ID}`;
}

function writeCurl(candidate: Candidate, origin: string): string {
  const curl = 'curl -s -H "x-api-key: $ARENA_KEY" -H "content-type: application/json"';
  const url = familyUrl(origin);
  const body = JSON.stringify(candidate).replaceAll("'", String.raw`'\''`);
  return [
    `${curl} -d '${body}' ${url}/simulations/summary |`,
    `  ${curl} -d @- ${url}/evaluations`,
  ].join("\n");
}

function writePython(candidate: Candidate, origin: string): string {
  return `import json, os, urllib.error, urllib.request

API = ${JSON.stringify(familyUrl(origin))}
candidate = json.loads(r"""${JSON.stringify(candidate, null, 2)}""")


def post(path, body):
    headers = {"content-type": "application/json", "x-api-key": os.environ["ARENA_KEY"]}
    request = urllib.request.Request(API + path, json.dumps(body).encode(), headers)
    try:
        with urllib.request.urlopen(request) as response:
            return json.load(response)["data"]
    except urllib.error.HTTPError as error:
        raise SystemExit(error.read().decode())


simulation = post("/simulations/summary", candidate)
evaluation = post("/evaluations", simulation)
print(evaluation["score"], evaluation["evidence"]["resultHash"])
`;
}

function writeTypeScript(candidate: Candidate, origin: string): string {
  return `import process from "node:process";

const API = ${JSON.stringify(familyUrl(origin))};
const candidate = ${JSON.stringify(candidate, null, 2)};

async function post(path: string, body: unknown) {
  const response = await fetch(API + path, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": process.env["ARENA_KEY"] ?? "" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()).data;
}

const simulation = await post("/simulations/summary", candidate);
const evaluation = await post("/evaluations", simulation);
console.log(evaluation.score, evaluation.evidence.resultHash);
`;
}
