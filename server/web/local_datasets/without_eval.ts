import { z } from "zod";

// The policy of the page forbids generated code. Imported before any schema.
z.config({ jitless: true });
