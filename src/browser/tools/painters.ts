import type { Schema } from "@cfworker/json-schema";

/** Paints on a page what a tool of the page before has left. */
export interface Painter {
	/** What it takes: JSON Schema, held against whatever the browser kept. */
	readonly schema: Schema;
	/** `data` holds by the schema. */
	paint(data: never): void | Promise<void>;
}

/** By kind of paint. */
export const PAINTERS: Readonly<Record<string, () => Promise<Painter>>> = {
	contact: () => import("./people/contact-paint.ts").then(({ paintContact }) => paintContact),
	lift: () => import("./audits/lift-paint.ts").then(({ liftPainter }) => liftPainter),
};
