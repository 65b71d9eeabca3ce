/** Renders live pages with hostile texts inside a build, the only place that can render pages; never shipped. */

import { readFile } from "node:fs/promises";
import type { APIRoute } from "astro";
import { experimental_AstroContainer as AstroContainer } from "astro/container";
import { type DefaultTreeAdapterTypes, parse } from "parse5";
import { CURRENT_METHODOLOGY } from "#core/methodology.ts";
import type { Receipt } from "#core/receipt.ts";
import { groupPeers } from "#site/brief/peers.ts";
import { makeReceipt, readyReceipt, store } from "#site/publication/receipt.testkit.ts";
import type { LiveReceipt, ShownBrief } from "../api/live-app.ts";
import {
	endedReceiptPage,
	foundAgain,
	liveBrief,
	livePage,
	livePermalink,
	liveReceiptPage,
	liveSentences,
} from "./live-page.ts";

/** Environment variable of the build: path of a JSON array of hostile texts. */
const TEXTS_VARIABLE = "SIGHTLINE_TEST_TEXTS";

/** The pages without hostile texts, and the pages that have more elements or attributes with one. */
export interface RenderedPages {
	/** Page → its HTML. */
	readonly harmless: Readonly<Record<string, string>>;
	readonly texts: number;
	/** Pages on which a bidi control of a quoted site affects text outside the quotation. */
	readonly turned: readonly string[];
	readonly differing: readonly { readonly page: string; readonly text: string }[];
}

const TURNING = "gro.elpmaxe\u202e";
/** Elements that isolate the direction of their content, including table cells (HTML standard, 15.3.5). */
const SET_APART = /<(code|figcaption|t[dh]|bdi|p lang|span class="mono")[^>]*>[^<]*/g;

type Component = Parameters<AstroContainer["renderToString"]>[0];
const FILES = import.meta.glob<{ default: Component }>(
	["../../pages/*/_*Page.astro", "../../pages/_StandInPage.astro"],
	{
		eager: true,
	},
);

function component(name: string): Component {
	const [, file] = Object.entries(FILES).find(([path]) => path.endsWith(`/_${name}.astro`)) ?? [];
	if (!file) throw new RangeError(`There is no component ${name}.`);
	return file.default;
}

const EXPIRES = "2026-12-20T02:00:00.000Z";
const LAST_FOUND = "2026-11-21T02:00:00.000Z";

/** A receipt with this text in every place that a site controls. */
function receiptOf(text: string): Receipt {
	const ready = readyReceipt();
	const findings = ready.findings.map((finding) => ({
		...finding,
		says: text,
		evidence: finding.evidence.map((each) => ({ ...each, at: text, excerpt: text })),
		...(finding.fix === undefined ? {} : { fix: text }),
	}));
	const gates = CURRENT_METHODOLOGY.gates.slice(0, 1).map(({ id, cap }) => ({ id, cap, says: text }));
	const responses = [{ url: `https://www.example.org/${text}`, status: 200, bytes: 1, sha256: "a".repeat(64) }];
	const answers = { url: text, answers: [{ check: "alt", reason: text }], faults: [text] };
	const preset = { key: "publisher" as const, says: text };
	const because = { url: `https://www.example.org/${text}`, at: text, excerpt: text };
	const reach = [{ name: "Google", kind: "search" as const, state: "blocked" as const, says: text, because }];
	const seen = { title: text, description: text, text, types: [text], lang: text };
	return { ...ready, preset, reach, seen, findings, gates, responses, answers };
}

function failedReceipt(text: string): Receipt {
	const { scores: _, ...failed } = makeReceipt({ ok: false, failure: { code: "challenged", says: text } });
	return failed;
}

function shownBrief(receipt: Receipt, agencyName: string): ShownBrief {
	const before = store("b", { ...receipt, auditedAt: "2026-11-13T02:00:00.000Z" });
	const stored = store("a", receipt);
	return {
		stored,
		auditedAt: LAST_FOUND,
		place: { state: "logged", logIndex: 17 },
		slug: "www.example.org~a1b2c3d4",
		agencyName,
		expiresAt: EXPIRES,
		listed: false,
		history: [stored, before],
	};
}

async function renderAll(text: string): Promise<Record<string, string>> {
	const container = await AstroContainer.create();
	const render = (name: string, props: Record<string, unknown>) => container.renderToString(component(name), { props });
	const live = shownBrief(receiptOf(text), text);
	const [, before] = live.history;
	if (!before) throw new RangeError("There are two audits.");
	const place = { state: "pending" as const };
	const receipt: LiveReceipt = { stored: before, text: "{}", place, expiresAt: EXPIRES, listed: false };
	const loggedReceipt = { ...receipt, place: { state: "logged" as const, logIndex: 17 } };
	const failed = shownBrief(failedReceipt(text), text);
	const corrections = [{ kind: "correction" as const, receipt: before.id, at: LAST_FOUND, says: text }];
	const among = { baseUrl: "https://audit.example.org", peers: groupPeers([]), corrections: () => corrections };
	const briefPage = async (shown: ShownBrief) => ({ page: livePage(shown, await liveBrief(shown, among), among) });
	const newest = { id: live.stored.id, auditedAt: live.stored.receipt.auditedAt };
	const pages = {
		brief: render("BriefPage", { ...(await briefPage(live)), sentences: liveSentences(live) }),
		failed: render("BriefPage", { ...(await briefPage(failed)), sentences: liveSentences(failed) }),
		share: render("SharePage", { ...(await briefPage(live)), again: foundAgain(newest.auditedAt, live.auditedAt) }),
		permalink: render("PermalinkPage", { page: await livePermalink(live, receipt, among), newest }),
		receipt: render("ReceiptPage", liveReceiptPage(receipt, 17, corrections)),
		logged: render("ReceiptPage", liveReceiptPage(loggedReceipt, 17, corrections)),
		proven: render("ReceiptPage", liveReceiptPage(loggedReceipt, 18, corrections)),
		ended: render("ReceiptPage", endedReceiptPage({ id: before.id, endedLeaf: 17 })),
		missing: render("StandInPage", { status: 404 }),
		hurried: render("StandInPage", { status: 429 }),
		unavailable: render("StandInPage", { status: 503 }),
	};
	const rendered = Object.entries(pages).map(async ([name, html]) => [name, await html] as const);
	return Object.fromEntries(await Promise.all(rendered));
}

/** Elements and attribute names, in document order. */
function shapeOf(html: string): string {
	const lines: string[] = [];
	const walk = (node: DefaultTreeAdapterTypes.Node): void => {
		if ("tagName" in node) lines.push(`${node.tagName} ${node.attrs.map(({ name }) => name).join(" ")}`);
		if ("childNodes" in node) for (const child of node.childNodes) walk(child);
	};
	walk(parse(html));
	return lines.join("\n");
}

export const GET: APIRoute = async () => {
	const harmless = await renderAll("Plain words");
	const shapes = new Map(Object.entries(harmless).map(([page, html]) => [page, shapeOf(html)]));
	const texts: string[] = JSON.parse(await readFile(process.env[TEXTS_VARIABLE] ?? "", "utf8"));
	const differing: { page: string; text: string }[] = [];
	for (const text of texts) {
		for (const [page, html] of Object.entries(await renderAll(text)))
			if (shapeOf(html) !== shapes.get(page)) differing.push({ page, text });
	}
	const turned = Object.entries(await renderAll(TURNING)).flatMap(([page, html]) =>
		html.replace(SET_APART, "").includes("\u202e") ? [page] : [],
	);
	return Response.json({ harmless, turned, texts: texts.length, differing } satisfies RenderedPages);
};
