import { defineConfig } from "astro/config";
import sightline from "sightline/site";

// The whole site comes from the integration. Pages of your own go to src/pages/, files to public/.
export default defineConfig({ integrations: [sightline()] });
