import { readMachineFile } from "../collect-machine-files.ts";
import type { ApiDescription } from "../digest/machine-interfaces.ts";
import type { MachineFile } from "../evidence-map.ts";
import type { Observation } from "../observation.ts";
import { isSuccess, notShown, settle } from "../visit/settle.ts";
import { isJsonLike, readApiDescription, YAML_MAX_BYTES } from "./api-description.ts";
import type { DeclaredRound } from "./declared-round.ts";
import type { Declared, Use } from "./declared-uses.ts";

/** The first declared description that is there, or else the first that was asked for. */
export function apiDescriptionOf(round: DeclaredRound): Observation<ApiDescription> {
	return observe(round, "api-description", "The site declares no API description.", (declared, response) => {
		const { url, status, body, truncated } = response;
		if (!isSuccess(status)) return { state: "absent", url, status };
		const yaml = !isJsonLike(new TextDecoder().decode(body.subarray(0, 1024)));
		if (truncated || (yaml && body.length > YAML_MAX_BYTES)) {
			return { state: "failed", url, code: "body-too-large", reason: `${url} is longer than what we read of it.` };
		}
		return { state: "found", url, status, value: readApiDescription(body, url, declared.declaredIn) };
	});
}

/** A text file that the site names, such as auth.md. */
export function machineFileOf(round: DeclaredRound, use: Use, none: string): Observation<MachineFile> {
	return observe(round, use, none, ({ url }, response) =>
		readMachineFile(response, url, "text", round.options.randomPath),
	);
}

/** The declared server card; a deep audit also looks where the draft puts it, below a declared endpoint (SEP-2127). */
export async function cardOf(round: DeclaredRound, deep: boolean): Promise<Observation<MachineFile>> {
	const { source, randomPath, target } = round.options;
	const declared = observe(round, "mcp-server-card", "The site names no MCP server card.", ({ url }, response) => {
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
	return isCard ? seen : notShown(target.url, "The site names no MCP server card.");
}

type Read<T> = (declared: Declared, response: NonNullable<ReturnType<DeclaredRound["responseTo"]>>) => Observation<T>;

function observe<T>(round: DeclaredRound, use: Use, none: string, read: Read<T>): Observation<T> {
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
