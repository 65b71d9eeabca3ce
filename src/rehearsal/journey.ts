import * as z from "zod";
import type { BarrierId } from "./barriers.ts";

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

/** What an agent is asked to do, as its person would say it. */
export const ASKS: Readonly<Record<TaskId, string>> = {
	"find-contact": "Find how to reach the owner",
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

/** A task of the user's own: `{"find": "warranty", "expect": ["24 months"]}`. */
export const OwnTask = z.strictObject({
	find: z.string().trim().min(2).max(80),
	/** Words of which each must stand on the page that is found. */
	expect: z.array(z.string().trim().min(1).max(200)).max(20).optional(),
});
export type OwnTask = z.infer<typeof OwnTask>;
export const OwnTasks = z.strictObject({ tasks: z.array(OwnTask).min(1).max(20) });

export interface Candidate {
	readonly role: string;
	readonly name: string;
	/** Why it was considered: `its name says contact`. */
	readonly why: string;
	readonly points: number;
}

export interface Step {
	/** Address of the page that the agent is on. */
	readonly page: string;
	/** What it looks for there. */
	readonly seeks: string;
	/** The best few, best first. */
	readonly candidates: readonly Candidate[];
	readonly did: "opened" | "pressed" | "filled" | "chose" | "read" | "closed" | "stopped" | "nothing";
	/** Role and name of what it acted on, or what it read. */
	readonly on: string;
	/** Lines of the tree around it. */
	readonly excerpt: readonly string[];
	/** SHA-256 of the picture taken before it acted; pictures are kept beside the journey. */
	readonly picture?: string | undefined;
}

export interface Stop {
	readonly barrier: BarrierId;
	/** A sentence with this page's own names. */
	readonly says: string;
	readonly fix: string;
	/** Of the catalogue. */
	readonly check: string;
	/** 1-based. */
	readonly step: number;
	readonly page: string;
	readonly role: string;
	readonly name: string;
}

export interface TaskJourney {
	/** One of TASKS, or `find: <words>` for a task of the user's own. */
	readonly task: string;
	readonly asks: string;
	/** `stopped`: everything was ready, and the next request would have changed something. */
	readonly outcome: "done" | "stopped" | "blocked" | "not-offered";
	/** One sentence for people. */
	readonly says: string;
	readonly steps: readonly Step[];
	readonly stop?: Stop | undefined;
}

export interface Rehearsal {
	readonly rehearsal: 1;
	readonly domain: string;
	readonly source: "network" | "folder";
	readonly through: "browser" | "raw HTML";
	/** ISO 8601. */
	readonly rehearsedAt: string;
	readonly kindOfSite: string;
	readonly journeys: readonly TaskJourney[];
	/** SHA-256 of the canonical JSON of domain, kind and journeys: the same site gives the same digest. */
	readonly digest: string;
}
