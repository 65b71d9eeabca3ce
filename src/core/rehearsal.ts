import * as z from "zod";
import { sha256Hex } from "#core/bytes.ts";
import { Failure } from "./failure.ts";
import { canonicalJson, isJsonObject, parseJson } from "./json-object.ts";
import type { Placeholder, Text } from "./wording.ts";
import { ENGLISH_WORDING, type Wording } from "./wording-in.ts";

/** What an agent without a model could do on a site, and where it stopped. */

export const TASKS = [
	"find-contact",
	"find-hours",
	"find-price",
	"find-returns",
	"read",
	"contact",
	"buy",
	"book",
	"sign-up",
	"search",
] as const;
export type TaskId = (typeof TASKS)[number];

/** The task in its user's words. */
export const ASKS: Readonly<Record<TaskId, string>> = {
	"find-contact": "Find contact details",
	"find-hours": "Find the opening hours",
	"find-price": "Find a price",
	"find-returns": "Find the return policy",
	read: "Read an article",
	contact: "Fill in the contact form",
	buy: "Put a product into the basket and go to the checkout",
	book: "Book a date and time",
	"sign-up": "Sign up",
	search: "Use the site's search",
};

export const REHEARSAL_SUMMARY = {
	none: "This site does not offer any of the tasks that were tried.",
	can: "An agent can {tasks}.",
	cannot: "An agent cannot {tasks}.",
	itCannot: "It cannot {tasks}.",
	firstStop: "First stop, at step {step}: {says}",
	/** Follows “can” or “cannot”. */
	able: {
		"find-contact": "find how to reach you",
		"find-hours": "find your opening hours",
		"find-price": "find a price",
		"find-returns": "find your return policy",
		read: "read your articles",
		contact: "fill in your contact form",
		buy: "order",
		book: "book an appointment",
		"sign-up": "sign up",
		search: "search your site",
	},
	find: "find “{words}”",
} as const;

const name = z.string().max(400);
const sentence = z.string().max(2_000);
const address = z.string().max(8_192);
const digest = z.string().regex(/^[0-9a-f]{64}$/);

const candidateSchema = z.strictObject({
	role: name,
	name,
	why: sentence.describe("Why it was considered: `its name says so`."),
	points: z.number(),
});
export type Candidate = Readonly<z.infer<typeof candidateSchema>>;

const stepSchema = z.strictObject({
	page: address.describe("The page that the agent is on."),
	seeks: sentence.describe("What it looks for there."),
	candidates: z.array(candidateSchema).max(10).readonly().describe("The best few, best first."),
	did: z.enum(["opened", "pressed", "filled", "chose", "read", "closed", "stopped", "nothing"]),
	on: sentence.describe("Role and name of what it acted on, or what it read."),
	excerpt: z.array(sentence).max(20).readonly().describe("Lines of the tree around it."),
	picture: digest.optional().describe("SHA-256 of the picture taken before it acted, which is kept beside."),
});
export type Step = Readonly<z.infer<typeof stepSchema>>;

const stopSchema = z.strictObject({
	barrier: z.string().max(40),
	says: sentence.describe("A sentence with this page's own names."),
	fix: sentence,
	check: z.string().max(60).describe("Of the catalogue."),
	step: z.number().int().min(1),
	page: address,
	role: name,
	name,
});

const journeySchema = z.strictObject({
	task: z.string().max(100).describe("One of the tasks, or `find: <words>`."),
	asks: sentence,
	outcome: z
		.enum(["done", "stopped", "blocked", "not-offered"])
		.describe("`stopped`: everything was ready, and the next request would have changed something."),
	says: sentence,
	steps: z.array(stepSchema).max(50).readonly(),
	stop: stopSchema.optional(),
});
export type TaskJourney = Readonly<z.infer<typeof journeySchema>>;

export const rehearsalSchema = z.strictObject({
	kind: z.literal("sightline-rehearsal"),
	v: z.literal(1),
	domain: z.string().max(253),
	source: z.enum(["network", "folder"]),
	through: z.enum(["browser", "raw HTML"]),
	rehearsedAt: z.iso.datetime({ precision: 3 }),
	kindOfSite: z.string().max(40),
	journeys: z.array(journeySchema).max(40).readonly(),
	digest: digest.describe("SHA-256 of what does not depend on the day: the same site gives the same digest."),
});
export type Rehearsal = Readonly<z.infer<typeof rehearsalSchema>>;

/** Over the canonical JSON (RFC 8785) without time and pictures, which vary by a pixel with font rendering. */
export function digestOf({ domain, kindOfSite, through, journeys }: Omit<Rehearsal, "digest">): Promise<string> {
	const bare = journeys.map((journey) => ({
		...journey,
		steps: journey.steps.map(({ picture: _, ...step }) => step),
	}));
	return sha256Hex(canonicalJson({ domain, kindOfSite, through, journeys: bare }));
}

export function isRehearsal(text: string): boolean {
	const value = parseJson(text);
	return isJsonObject(value) && value.kind === "sightline-rehearsal";
}

export interface ReadRehearsal {
	/** Of the receipt: SHA-256 of the canonical JSON. */
	readonly id: string;
	readonly rehearsal: Rehearsal;
	/** Sentences; empty if consistent. */
	readonly faults: readonly string[];
}

/** Parses the output of `sightline rehearse`, `--json` or a receipt. @throws Failure `input-invalid` */
export async function readRehearsal(text: string, file: string): Promise<ReadRehearsal> {
	const read = rehearsalSchema.safeParse(parseJson(text));
	if (!read.success)
		throw new Failure("input-invalid", {
			what: `${file} is not a rehearsal.`,
			why: `${read.error.issues[0]?.path.join(".") || "It"} is not valid.`,
			todo: "Make it with sightline rehearse --json, or --receipt.",
		});
	const { data } = read;
	const faults = data.journeys.flatMap(({ task, outcome, stop, steps }) => {
		if ((outcome === "blocked") !== (stop !== undefined)) return [`The outcome of ${task} does not fit its stop.`];
		return stop && stop.step > steps.length ? [`The stop of ${task} is at a step that it does not have.`] : [];
	});
	if ((await digestOf(data)) !== data.digest) faults.push("It was changed: its digest is not that of its journeys.");
	return { id: await sha256Hex(canonicalJson(data)), rehearsal: data, faults };
}

export const isAble = ({ outcome }: TaskJourney) => outcome === "done" || outcome === "stopped";

type SummaryWords = Pick<Wording, "either" | "filled" | "listing"> & {
	readonly REHEARSAL_SUMMARY: {
		readonly [Key in keyof typeof REHEARSAL_SUMMARY]: Key extends "able"
			? Readonly<Record<TaskId, string>>
			: Text<Placeholder<(typeof REHEARSAL_SUMMARY)[Key] & string>>;
	};
};

/** `An agent can find a price. It cannot order. First stop, at step 3: the button that leads on has no name, …` */
export function rehearsalSummary(
	{ journeys }: Pick<Rehearsal, "journeys">,
	{ REHEARSAL_SUMMARY: say, either, filled, listing }: SummaryWords = { REHEARSAL_SUMMARY, ...ENGLISH_WORDING },
): string {
	const offered = journeys.filter(({ outcome }) => outcome !== "not-offered");
	if (offered.length === 0) return say.none;
	const words = (some: readonly TaskJourney[]) =>
		some.map(({ task }) => say.able[task as TaskId] ?? filled(say.find, { words: task.replace(/^find: /, "") }));
	const able = offered.filter(isAble);
	const blocked = offered.filter((journey) => !isAble(journey));
	const can = able.length === 0 ? [] : [filled(say.can, { tasks: listing(words(able), able.length) })];
	const [first] = blocked;
	if (!first) return can.join(" ");
	return [
		...can,
		filled(can.length === 0 ? say.cannot : say.itCannot, { tasks: either(words(blocked)) }),
		filled(say.firstStop, { step: first.stop?.step ?? 0, says: first.says }),
	].join(" ");
}
