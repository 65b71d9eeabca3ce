import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { relative } from "node:path";
import type { Page } from "playwright-core";
import { build } from "rolldown";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { verifyInclusionFile } from "#log/tlog/inclusion-file.ts";
import { parseVerifierKey, verifyEd25519 } from "#log/tlog/note.ts";
import { growLog } from "#log/tlog/small-log.testkit.ts";
import { readJsonVector } from "#test/vectors/vectors.ts";
import { inRepository } from "./process.testkit.ts";
import { executablePath, sharedBrowser } from "./test-browser.testkit.ts";

interface EdgeCase {
	readonly key: string;
	readonly sig: string;
	readonly msg: string;
}

const PAGE = `
import { verifyEd25519 } from "#log/tlog/note.ts";
import { parseVerifierKey } from "#log/tlog/note.ts";
import { verifyInclusionFile } from "#log/tlog/inclusion-file.ts";
Object.assign(globalThis, { parseVerifierKey, verifyEd25519, verifyInclusionFile });`;

/** A page's script and the files it needs. */
async function bundle() {
	const { output } = await build({
		cwd: inRepository("."),
		input: "page",
		platform: "browser",
		plugins: [
			{
				name: "page",
				resolveId: (id) => (id === "page" ? inRepository("src/log/page.ts") : undefined),
				load: (id) => (id === inRepository("src/log/page.ts") ? PAGE : undefined),
			},
		],
		output: { format: "iife" },
		write: false,
	});
	const files = output[0].moduleIds
		.map((id) => relative(inRepository("."), id))
		.filter((id) => id !== "src/log/page.ts");
	return { files, script: output[0].code };
}

describe("the bundle of the log's code", () => {
	it("contains only the log code and failure messages, without Node modules", async () => {
		const { files, script } = await bundle();
		const rooms = new Set(files.map((file) => /^src\/[^/]+|node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]));
		rooms.delete(undefined);
		expect(rooms).toEqual(new Set(["src/log", "src/core"]));
		const ofCore = ["src/core/bytes.ts", "src/core/failure.ts"];
		expect(files.filter((file) => file.startsWith("src/core/")).toSorted()).toEqual(ofCore);
		expect(files.join("\n")).not.toMatch(/zod|testkit|node:/);
		// Node's faster SHA-256, if available.
		const elsewhere = script.replace('globalThis.process?.getBuiltinModule?.("node:crypto")', "");
		expect(elsewhere).not.toMatch(/["'`]node:|\brequire\(|\bprocess\b|\bBuffer\b/);
	});
});

let page: Page;
let close = () => {};

beforeAll(async () => {
	if (executablePath === undefined) return;
	const { script } = await bundle();
	const server = createServer((request, response) => {
		const [type, body] =
			request.url === "/log.js" ? ["text/javascript; charset=utf-8", script] : ["text/html", "<!doctype html>"];
		response.writeHead(200, { "content-type": type }).end(body);
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	close = () => server.close();
	page = await (await sharedBrowser()).newPage();
	await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
	await page.addScriptTag({ url: "/log.js" });
});

afterAll(async () => {
	await page?.close();
	close();
});

/** The page's verdict on a file, or its failure code. */
async function verdictInPage(text: string, verifierKey: string): Promise<unknown> {
	return page.evaluate(`(async () => {
		try {
			const keys = [await parseVerifierKey(${JSON.stringify(verifierKey)})];
			const { leaf, index, checkpoint, steps } = await verifyInclusionFile(${JSON.stringify(text)}, keys);
			return { leaf, index, size: checkpoint.size, root: [...checkpoint.root], steps: steps.length };
		} catch (error) {
			return error.code ?? String(error);
		}
	})()`);
}

describe.skipIf(executablePath === undefined)(
	`the log's code in a browser${executablePath ? "" : " (skipped: no browser)"}`,
	() => {
		it.each([1, 257])("verifies a proof from a log of %d like Node", async (size) => {
			const log = await growLog(size);
			const text = await log.fileOf(size - 1);
			const expected = await verifyInclusionFile(text, [await parseVerifierKey(log.verifierKey)]);
			expect(await verdictInPage(text, log.verifierKey)).toEqual({
				leaf: expected.leaf,
				index: size - 1,
				size,
				root: [...log.root],
				steps: expected.steps.length,
			});
		});

		it("refuses tampered proofs with a reason", async () => {
			const log = await growLog(9);
			const [text, other] = [await log.fileOf(4), await log.fileOf(5)];
			const extra = /^extra .*$/m;
			const swapped = text.replace(extra, extra.exec(other)?.[0] ?? "");
			const verdicts = [
				verdictInPage(swapped, log.verifierKey),
				verdictInPage(text.replace("\n9\n", "\n8\n"), log.verifierKey),
				verdictInPage(text.replace("index 4", "index 04"), log.verifierKey),
				verdictInPage(text, (await growLog(1, "other.example")).verifierKey),
				verdictInPage(text, "no key"),
			];
			expect(await Promise.all(verdicts)).toEqual([
				"proof-wrong",
				"signature-invalid",
				"log-malformed",
				"signature-missing",
				"log-malformed",
			]);
		});

		it("accepts the same edge cases of Ed25519 as Node", async () => {
			const cases = readJsonVector<EdgeCase[]>("ed25519/ed25519vectors.json");
			const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, "hex"));
			const inNode = cases.map(({ key, msg, sig }) =>
				verifyEd25519(bytes(key), new TextEncoder().encode(msg), bytes(sig)),
			);
			const inPage = await page.evaluate(`(async () => {
				const bytes = (hex) => Uint8Array.from(hex.match(/../g), (pair) => Number.parseInt(pair, 16));
				const verify = ({ key, msg, sig }) => verifyEd25519(bytes(key), new TextEncoder().encode(msg), bytes(sig));
				return Promise.all(${JSON.stringify(cases)}.map(verify));
			})()`);
			expect(inPage).toEqual(await Promise.all(inNode));
			expect(inPage).toContain(true);
		});
	},
);
