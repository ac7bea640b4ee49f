// This module is browser compatible.

import { z } from "zod";

// The policy of the page forbids the code that zod would generate; imported before any schema.
z.config({ jitless: true });
