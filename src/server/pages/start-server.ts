// `npm start` runs it as dist/server/start.mjs.
import { fileURLToPath } from "node:url";
import { startServer } from "../listener/start-server.ts";
import { openedLive } from "./live-process.ts";

await startServer({
	openLive: openedLive,
	// The bundler must not take in Astro's own entry: it is made after this one.
	loadPages: async () => (await import(/* @vite-ignore */ new URL("./entry.mjs", import.meta.url).href)).handler,
	files: fileURLToPath(new URL("../client/", import.meta.url)),
	builtFor: import.meta.env.SIGHTLINE_BUILT_FOR,
});
