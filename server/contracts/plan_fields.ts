// This module is browser compatible.

import { childNode, listAlternatives, requestNode, type SchemaNode } from "./plan_schema.ts";

/** A field of a plan. */
export interface PlanField {
  readonly name: string;
  readonly node: SchemaNode;
  readonly isRequired: boolean;
  /** A value that a test runs; undefined for a field with fields of its own. */
  readonly example: unknown;
}

/** The fields of one object of a request, or of one of its alternatives. */
export interface FieldGroup {
  /** JSON Pointer in the request; a 0 stands for any item of a list. */
  readonly path: string;
  /** The distinguishing member of the alternative, such as "kind sobol"; null for the only form. */
  readonly form: string | null;
  readonly description: string;
  readonly fields: readonly PlanField[];
  /** The example of every field that has one, together. */
  readonly example: Readonly<Record<string, unknown>>;
}

/** The base candidate has a schema of its own. */
const ELSEWHERE = "/plan/base";

/** Returns all fields of a request to search, in the order of the schema. */
export function planFields(): readonly FieldGroup[] {
  return collectGroups(requestNode(), "");
}

function collectGroups(node: SchemaNode, path: string): readonly FieldGroup[] {
  return listAlternatives(node).flatMap((branch) => {
    const names = Object.keys(branch.properties ?? {});
    if (names.length === 0 || path === ELSEWHERE) return [];
    const fields = names.map((name) => describeField(branch, name));
    const examples = fields.filter(({ example }) => example !== undefined);
    const own: FieldGroup = {
      path,
      form: branch === node ? null : formName(branch),
      description: branch.description ?? node.description ?? "",
      fields,
      example: Object.fromEntries(examples.map(({ name, example }) => [name, example])),
    };
    const inner = fields.flatMap(({ name, node: member }) => {
      const items = childNode(member, 0);
      const [below, at] = items === null ? [member, name] : [items, `${name}/0`];
      return collectGroups(below, `${path}/${at}`);
    });
    return [own, ...inner];
  });
}

function describeField(branch: SchemaNode, name: string): PlanField {
  const node = childNode(branch, name) ?? {};
  const isRequired = branch.required?.includes(name) ?? false;
  return { name, node, isRequired, example: node.const ?? node.examples?.[0] };
}

function formName({ title, properties = {} }: SchemaNode): string {
  const kind = Object.entries(properties).find(([, member]) => member.const !== undefined);
  return kind === undefined ? title ?? "" : `${kind[0]} ${String(kind[1].const)}`;
}
