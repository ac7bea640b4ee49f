import { z } from "zod";
import { wrongFields } from "../base/errors.ts";
import { allowedText, type SchemaNode } from "../contracts/plan_schema.ts";
import type { FieldError } from "../contracts/problem.ts";

/** The validation of a schema as the SDK calls it, with the schema as JSON. */
type Standard = z.ZodObject["~standard"];

/**
 * Returns a schema that shows a model the arguments of a tool and takes any: the SDK would refuse
 * wrong ones in the words of the schema's library.
 */
export function shownArguments(schema: z.ZodObject): { readonly "~standard": Standard } {
  const standard = schema["~standard"];
  const validate = (value: unknown) => ({ value: value as z.infer<z.ZodObject> });
  return { "~standard": { ...standard, validate } };
}

/**
 * Reads the arguments of a tool.
 *
 * @throws {ApiError} with every wrong argument, in the words of the service
 */
export function readArguments<I extends z.ZodObject>(schema: I, given: unknown): z.infer<I> {
  const outcome = schema.safeParse(given);
  if (outcome.success) return outcome.data;
  const node = z.toJSONSchema(schema, { io: "input" }) as SchemaNode;
  const named = new Map(outcome.error.issues.map((issue) => [String(issue.path[0]), issue]));
  const fieldErrors = [...named.keys()].map((name) => argumentFault(name, node, given));
  throw wrongFields("Cannot call the tool", fieldErrors);
}

function argumentFault(name: string, { properties = {} }: SchemaNode, given: unknown): FieldError {
  const member = properties[name] ?? {};
  const example = /^(such )?as /.test(member.description ?? "") ? ` ${member.description}` : "";
  const allowed = member.type === "boolean" ? "true or false" : `${allowedText(member)}${example}`;
  const value: unknown = Object(given)[name];
  const path = `/${name}`;
  if (value === undefined) {
    return { path, code: "required", message: `is missing, must be ${allowed}` };
  }
  const message = `is ${JSON.stringify(value).slice(0, 80)}, must be ${allowed}`;
  return { path, code: "wrong_type", message };
}
