import { defineConfig } from "astro/config";
import sightline from "sightline/site";

// The whole site comes from the integration. Your own pages go in src/pages/, files in public/.
export default defineConfig({ integrations: [sightline()] });
