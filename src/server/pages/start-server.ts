// `npm start` runs it as dist/server/start.mjs.
import { fileURLToPath } from "node:url";
import { startServer } from "../listener/start-server.ts";
import { openedLive } from "./live-process.ts";

await startServer({
	openLive: openedLive,
	// The bundler must not resolve Astro's entry, which is generated later.
	loadPages: async () => (await import(/* @vite-ignore */ new URL("./entry.mjs", import.meta.url).href)).handler,
	files: fileURLToPath(new URL("../client/", import.meta.url)),
	builtFor: import.meta.env.SIGHTLINE_BUILT_FOR,
});
