import type { HttpResponse } from "#net/http-client.ts";
import { readMachineFile } from "../collect-machine-files.ts";
import type { ApiDescription } from "../digest/machine-interfaces.ts";
import type { MachineFile } from "../evidence-map.ts";
import type { PageParser } from "../html/page-parser.ts";
import type { Observation } from "../observation.ts";
import { isSuccess, notShown, settle } from "../site/settle.ts";
import { isTooLong } from "./api-description.ts";
import type { DeclaredRound } from "./declared-round.ts";
import type { Declared, Use } from "./declared-uses.ts";

export type Describe = PageParser["describe"];

/** The first declared description that is there, or else the first that was asked for. */
export function apiDescriptionOf(round: DeclaredRound, describe: Describe): Promise<Observation<ApiDescription>> {
	const { signal } = round.options.source;
	return observe(round, "api-description", "The site declares no API description.", async (declared, response) => {
		const { url, status, body, truncated } = response;
		if (!isSuccess(status)) return { state: "absent", url, status };
		if (truncated || isTooLong(body)) {
			return { state: "failed", url, code: "body-too-large", reason: `${url} is longer than what we read of it.` };
		}
		return settle(url, signal, async () => {
			const value = await describe({ body, url, declaredIn: declared.declaredIn }, signal);
			return { state: "found", url, status, value };
		});
	});
}

/** A text file that the site names, such as auth.md. */
export function machineFileOf(round: DeclaredRound, use: Use, none: string): Promise<Observation<MachineFile>> {
	return observe(round, use, none, async ({ url }, response) =>
		readMachineFile(response, url, "text", round.options.randomPath),
	);
}

/** The declared server card; a deep audit also looks where the draft puts it, below a declared endpoint (SEP-2127). */
export async function cardOf(round: DeclaredRound, deep: boolean): Promise<Observation<MachineFile>> {
	const { source, randomPath, target } = round.options;
	const none = "The site names no MCP server card.";
	const declared = await observe(round, "mcp-server-card", none, async ({ url }, response) => {
		return readMachineFile(response, url, "json", randomPath);
	});
	const [endpoint] = round.of("mcp-endpoint");
	if (declared.state !== "failed" || declared.code !== "not-shown" || !deep || !endpoint) return declared;
	const url = new URL(endpoint.url);
	url.search = "";
	url.pathname = `${url.pathname.replace(/\/$/, "")}/server-card`;
	const seen = await settle(url.href, source.signal, async () => {
		return readMachineFile(await source.get(url, "page"), url.href, "json", randomPath);
	});
	const isCard = seen.state === "found" && seen.value.sniffed === "json" && !seen.value.softNotFound;
	return isCard ? seen : notShown(target.url, none);
}

type Read<T> = (declared: Declared, response: HttpResponse) => Promise<Observation<T>>;

async function observe<T>(round: DeclaredRound, use: Use, none: string, read: Read<T>): Promise<Observation<T>> {
	const all = round.of(use);
	const answered = all.flatMap((declared) => {
		const response = round.responseTo(declared.url);
		return response ? [{ declared, response }] : [];
	});
	const best = answered.find(({ response }) => isSuccess(response.status)) ?? answered[0];
	if (best) return read(best.declared, best.response);
	const [first] = all;
	if (!first) return notShown(round.options.target.url, none);
	return round.unread(first.url);
}
