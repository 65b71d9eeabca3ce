import type { Server } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { reportFailure } from "#cli/exit-code.ts";
import { Failure } from "#core/failure.ts";
import { readEnvironment, type Settings } from "../environment.ts";
import type { Live } from "../live/live.ts";
import { createSiteFiles } from "./site-files.ts";
import { createSiteServer, type PagesHandler } from "./site-server.ts";

export interface ServerParts {
	readonly openLive: () => Promise<Live>;
	readonly loadPages: () => Promise<PagesHandler>;
	/** Directory of the built files. */
	readonly files: string;
	/** Path under which the site was built to live. */
	readonly builtPath: string;
}

/** A light audit ends within 20 s; whoever manages processes usually kills after 30 s. */
const GRACE_MS = 25_000;
const IDLE_CHECK_MS = 50;

/** Starts the built site and its live API, and ends the process in order when it is told to stop. */
export async function startServer(parts: ServerParts): Promise<void> {
	try {
		const settings = readEnvironment(process.env);
		expectBuiltFor(parts.builtPath, settings.baseUrl);
		const live = await parts.openLive();
		const server = createSiteServer({
			files: createSiteFiles({ directory: parts.files, baseUrl: settings.baseUrl, watched: false }),
			pages: await parts.loadPages(),
			isSecure: settings.baseUrl.startsWith("https:"),
		});
		await listen(server, settings);
		const home = `http://${settings.host}:${settings.port}${new URL(`${settings.baseUrl}/`).pathname}`;
		process.stderr.write(`Sightline: ${home} (stop with Ctrl+C)\n`);
		endOnSignal(server, live);
	} catch (error) {
		process.exit(reportFailure(error, process.stderr));
	}
}

/** Links in built pages carry the path of their time. */
function expectBuiltFor(builtPath: string, baseUrl: string): void {
	const path = new URL(`${baseUrl}/`).pathname;
	const built = builtPath.endsWith("/") ? builtPath : `${builtPath}/`;
	if (built === path) return;
	throw new Failure("input-invalid", {
		what: `The site was built to live under ${built}, not under ${path}.`,
		why: `SIGHTLINE_BASE_URL is ${baseUrl} now.`,
		todo: "Set it as it was, or run npm run build again.",
	});
}

async function listen(server: Server, { host, port }: Settings): Promise<void> {
	await new Promise<void>((resolve, reject) => {
		server.once("error", reject).listen(port, host, resolve);
	}).catch((error: NodeJS.ErrnoException) => {
		if (error.code !== "EADDRINUSE") throw error;
		throw new Failure("input-invalid", {
			what: `Port ${port} is taken by another program.`,
			todo: "Give another one: PORT=4322 npm start.",
		});
	});
}

/** New requests are refused, those under way are answered, audits are recorded; a second signal ends at once. */
function endOnSignal(server: Server, live: Live): void {
	let ending = false;
	const end = async () => {
		if (ending) process.exit(1);
		ending = true;
		live.stopTaking();
		const answered = new Promise<void>((resolve) => server.close(() => resolve()));
		// A connection that was busy at first stays open when it has its answer; nobody needs it any more.
		const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
		await Promise.race([answered, pause(GRACE_MS)]);
		clearInterval(idle);
		await live.close(0);
		server.closeAllConnections();
		process.exit(0);
	};
	for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, end);
}
