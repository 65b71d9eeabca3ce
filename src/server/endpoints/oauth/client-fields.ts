import { z } from "zod";

/** How a client names itself in a form, and proves that it is the one (RFC 6749 section 2.3, RFC 7521 section 4.2). */
export const clientFields = {
	client_id: z.string().max(2_048).optional(),
	client_secret: z.string().max(200).optional(),
	client_assertion: z.string().max(8_192).optional(),
	client_assertion_type: z.string().max(200).optional(),
} as const;
