import { answerIndexers } from "./access/answer-indexers.ts";
import { homeStatus } from "./access/home-status.ts";
import { noindex } from "./access/noindex.ts";
import { robotsFetch } from "./access/robots-fetch.ts";
import { searchBots } from "./access/search-bots.ts";
import { headingOutline } from "./content/heading-outline.ts";
import { mainLandmarkHoldsText } from "./content/main-landmark-holds-text.ts";
import { textWithoutJs } from "./content/text-without-js.ts";
import { jsonldParse } from "./data/jsonld-parse.ts";
import { organization } from "./data/organization.ts";
import type { Check } from "./define-check.ts";
import { hsts } from "./delivery/hsts.ts";
import { https } from "./delivery/https.ts";
import { canonical } from "./discovery/canonical.ts";
import { metaDescription } from "./discovery/meta-description.ts";
import { redirects } from "./discovery/redirects.ts";
import { sitemap } from "./discovery/sitemap.ts";
import { soft404 } from "./discovery/soft-404.ts";
import { title } from "./discovery/title.ts";
import { apiCatalog } from "./interfaces/api-catalog.ts";
import { declaredIsReal } from "./interfaces/declared-is-real.ts";
import { hiddenInstructions } from "./safety/hidden-instructions.ts";
import { unsafeGet } from "./safety/unsafe-get.ts";
import { alt } from "./semantics/alt.ts";
import { formLabels } from "./semantics/form-labels.ts";
import { lang } from "./semantics/lang.ts";

/** Every check, in the order in which findings are shown: pillar by pillar, what others rest on first. */
export const CHECKS: readonly Check[] = [
	homeStatus,
	robotsFetch,
	searchBots,
	answerIndexers,
	noindex,

	soft404,
	redirects,
	canonical,
	sitemap,
	title,
	metaDescription,

	https,
	hsts,

	textWithoutJs,
	mainLandmarkHoldsText,
	headingOutline,

	jsonldParse,
	organization,

	lang,
	alt,
	formLabels,

	declaredIsReal,
	apiCatalog,

	hiddenInstructions,
	unsafeGet,
];
