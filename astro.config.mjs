import { defineConfig } from "astro/config";
import sightline from "./src/pages/_integration/site-integration.ts";

export default defineConfig({
	// The integration adds the pages of src/, here as in any project; by itself Astro would find them a second time.
	srcDir: "site",
	integrations: [sightline()],
});
