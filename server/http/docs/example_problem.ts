// This module is browser compatible.

import { FAMILY_ID } from "../../contracts/scalar.ts";
import { ApiError } from "../../base/errors.ts";
import type { ErrorCode } from "../../contracts/error_codes.ts";
import { ERROR_GUIDES } from "./error_guides.ts";
import { type ProblemResponse, toProblem } from "../problem.ts";

const SUMMARY_PATH = `/v1/families/${FAMILY_ID}/simulations/summary`;

/** The request id of every example. */
export const EXAMPLE_REQUEST_ID = "c4bb6372-6f0e-4c02-9a6d-0d5f8f2f3a11";

export function exampleProblem(code: ErrorCode): ProblemResponse {
  const { detail, path = SUMMARY_PATH, ...context } = ERROR_GUIDES[code].example;
  return toProblem(new ApiError(code, detail, context), { requestId: EXAMPLE_REQUEST_ID, path });
}
