// Entry of the built server: `npm start` runs dist/server/start.mjs.
import { fileURLToPath } from "node:url";
import { startServer } from "../listener/start-server.ts";
import { openedLive } from "./live-process.ts";

await startServer({
	openLive: openedLive,
	// Astro's own entry, which the bundler must not take in: it is made after this one.
	loadPages: async () => (await import(/* @vite-ignore */ new URL("./entry.mjs", import.meta.url).href)).handler,
	files: fileURLToPath(new URL("../client/", import.meta.url)),
	builtFor: import.meta.env.SIGHTLINE_BUILT_FOR,
});
