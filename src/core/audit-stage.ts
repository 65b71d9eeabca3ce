import { z } from "zod";
import { AUDIT_MODES } from "./preset.ts";

/** What an audit looks at, in this order; `pages` and `browser` in deep audits alone. */
export const LOOKED_AT = ["robots", "home", "files", "pages", "browser", "declared"] as const;
export type LookedAt = (typeof LOOKED_AT)[number];

const at = z.iso.datetime({ precision: 3 }).describe("When it began.");

/** How far an audit has come, as those who wait for it are told. */
export const auditStageSchema = z
	.discriminatedUnion("stage", [
		z.strictObject({
			stage: z.literal("requested").describe("The audit was taken in."),
			at,
			domain: z.string().describe("ASCII host whose home page is audited."),
			mode: z.enum(AUDIT_MODES).describe("Scan depth."),
		}),
		z.strictObject({
			stage: z.literal("waiting").describe("It waits for its turn, or for another process that audits the same site."),
			at,
		}),
		z.strictObject({
			stage: z.literal("collecting").describe("The site is looked at."),
			at,
			what: z.enum(LOOKED_AT).describe("What is looked at now."),
			answers: z.number().int().min(0).describe("Answers that came back so far, in the whole audit."),
		}),
		z.strictObject({ stage: z.literal("evaluated").describe("Every check has its outcome."), at }),
		z.strictObject({
			stage: z.literal("recorded").describe("Receipt and evidence are kept; absent where there is nothing to keep."),
			at,
		}),
	])
	.meta({ id: "AuditStage", description: "How far an audit has come: the data of an event named `stage`." });
export type AuditStage = z.infer<typeof auditStageSchema>;

/** What an audit itself says of its progress: without times, which it must not depend on. */
export type AuditProgress =
	| { readonly stage: "collecting"; readonly what: LookedAt; readonly answers: number }
	| { readonly stage: "evaluated" };
