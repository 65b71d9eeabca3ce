import type { RepairedCheckId } from "#checks/repair-kinds.ts";
import * as data from "./json-data.ts";
import * as files from "./machine-files.ts";
import * as body from "./page-body.ts";
import * as head from "./page-head.ts";
import type { Repair } from "./repair.ts";

/** By id of the check. */
const REPAIRS: Readonly<Record<RepairedCheckId, Repair>> = {
	noindex: head.noindex,
	"snippet-eligible": head.snippetEligible,
	"bing-ai-controls": head.bingAiControls,
	"robots-fetch": files.robotsFetch,
	"robots-syntax": files.robotsSyntax,
	"crawl-delay": files.crawlDelay,
	canonical: head.canonical,
	"canonical-foreign": head.canonicalForeign,
	"canonical-targets": head.canonicalTargets,
	sitemap: files.sitemap,
	"sitemap-hygiene": files.sitemapHygiene,
	"sitemap-coverage": files.sitemapCoverage,
	"crawlable-links": body.crawlableLinks,
	title: head.title,
	"distinct-titles": head.title,
	"meta-description": head.metaDescription,
	"distinct-descriptions": head.metaDescription,
	"link-targets": body.linkTargets,
	hreflang: head.hreflang,
	"hreflang-return": head.hreflangReturn,
	"site-name": head.siteName,
	"feed-offered": head.feedOffered,
	"mixed-content": body.mixedContent,
	"main-landmark-holds-text": body.mainLandmark,
	"heading-outline": body.headingOutline,
	tables: body.tables,
	charset: head.charset,
	"jsonld-parse": data.jsonldParse,
	vocabulary: data.vocabulary,
	organization: head.organization,
	website: head.website,
	"open-graph": head.openGraph,
	"og-canonical": head.ogCanonical,
	lang: head.lang,
	alt: body.alt,
	"form-labels": body.formLabels,
	"control-names": body.controlNames,
	"link-text": body.linkText,
	landmarks: body.landmarks,
	"aria-valid": body.ariaValid,
	"aria-hidden-focus": body.ariaHiddenFocus,
	"duplicate-id-refs": body.duplicateIdRefs,
	tabindex: body.tabindex,
	frames: body.frames,
	autocomplete: body.autocomplete,
	"viewport-zoom": head.viewportZoom,
	"meta-refresh": head.metaRefresh,
	"moving-text": body.movingText,
	lists: body.lists,
	"form-works-without-js": body.formWorksWithoutJs,
	"unicode-covert": body.unicodeCovert,
	"ugc-links": body.ugcLinks,
};

export const CATALOG: Readonly<Record<string, Repair | undefined>> = REPAIRS;
