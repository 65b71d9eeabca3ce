import { answerIndexers } from "./access/answer-indexers.ts";
import { authGate } from "./access/auth-gate.ts";
import { bingAiControls } from "./access/bing-ai-controls.ts";
import { botContentDelta } from "./access/bot-content-delta.ts";
import { challenge } from "./access/challenge.ts";
import { contentSignalSyntax } from "./access/content-signal-syntax.ts";
import { crawlDelay } from "./access/crawl-delay.ts";
import { deadBotTokens } from "./access/dead-bot-tokens.ts";
import { explicitAllowLines } from "./access/explicit-allow-lines.ts";
import { groupShadowing } from "./access/group-shadowing.ts";
import { homeStatus } from "./access/home-status.ts";
import { noindex } from "./access/noindex.ts";
import { policyCoherence } from "./access/policy-coherence.ts";
import { robotsFetch } from "./access/robots-fetch.ts";
import { robotsSyntax } from "./access/robots-syntax.ts";
import { searchBots } from "./access/search-bots.ts";
import { snippetEligible } from "./access/snippet-eligible.ts";
import { trainingStance } from "./access/training-stance.ts";
import { userFetchers } from "./access/user-fetchers.ts";
import { altMedia } from "./content/alt-media.ts";
import { byline } from "./content/byline.ts";
import { charset } from "./content/charset.ts";
import { contentStart } from "./content/content-start.ts";
import { dateAgreement } from "./content/date-agreement.ts";
import { headingOutline } from "./content/heading-outline.ts";
import { hiddenText } from "./content/hidden-text.ts";
import { inlineState } from "./content/inline-state.ts";
import { mainLandmarkHoldsText } from "./content/main-landmark-holds-text.ts";
import { mainText } from "./content/main-text.ts";
import { markdownNegotiation } from "./content/markdown-negotiation.ts";
import { markdownParity } from "./content/markdown-parity.ts";
import { nearDuplicate } from "./content/near-duplicate.ts";
import { placeholderText } from "./content/placeholder-text.ts";
import { rawVsRendered } from "./content/raw-vs-rendered.ts";
import { tables } from "./content/tables.ts";
import { textWithoutJs } from "./content/text-without-js.ts";
import { thinText } from "./content/thin-text.ts";
import { tokenRatio } from "./content/token-ratio.ts";
import { visibleDates } from "./content/visible-dates.ts";
import { article } from "./data/article.ts";
import { breadcrumb } from "./data/breadcrumb.ts";
import { businessFacts } from "./data/business-facts.ts";
import { contactLegal } from "./data/contact-legal.ts";
import { identityAgreement } from "./data/identity-agreement.ts";
import { jsonldParse } from "./data/jsonld-parse.ts";
import { markupVisibleParity } from "./data/markup-visible-parity.ts";
import { ogCanonical } from "./data/og-canonical.ts";
import { openGraph } from "./data/open-graph.ts";
import { organization } from "./data/organization.ts";
import { productOffer } from "./data/product-offer.ts";
import { reviewRules } from "./data/review-rules.ts";
import { sameasLive } from "./data/sameas-live.ts";
import { vocabulary } from "./data/vocabulary.ts";
import { website } from "./data/website.ts";
import type { Check } from "./define-check.ts";
import { cls } from "./delivery/cls.ts";
import { compression } from "./delivery/compression.ts";
import { hsts } from "./delivery/hsts.ts";
import { htmlSize } from "./delivery/html-size.ts";
import { https } from "./delivery/https.ts";
import { httpsRedirect } from "./delivery/https-redirect.ts";
import { mimeNosniff } from "./delivery/mime-nosniff.ts";
import { mixedContent } from "./delivery/mixed-content.ts";
import { revalidation } from "./delivery/revalidation.ts";
import { stableText } from "./delivery/stable-text.ts";
import { ttfb } from "./delivery/ttfb.ts";
import { varyAccept } from "./delivery/vary-accept.ts";
import { brokenLinks } from "./discovery/broken-links.ts";
import { canonical } from "./discovery/canonical.ts";
import { canonicalForeign } from "./discovery/canonical-foreign.ts";
import { canonicalTargets } from "./discovery/canonical-targets.ts";
import { crawlableLinks } from "./discovery/crawlable-links.ts";
import { distinctDescriptions } from "./discovery/distinct-descriptions.ts";
import { distinctTitles } from "./discovery/distinct-titles.ts";
import { feed } from "./discovery/feed.ts";
import { feedOffered } from "./discovery/feed-offered.ts";
import { headInRawHtml } from "./discovery/head-in-raw-html.ts";
import { hreflang } from "./discovery/hreflang.ts";
import { hreflangReturn } from "./discovery/hreflang-return.ts";
import { internalLinks } from "./discovery/internal-links.ts";
import { internalReach } from "./discovery/internal-reach.ts";
import { lastmod } from "./discovery/lastmod.ts";
import { linkTargets } from "./discovery/link-targets.ts";
import { metaDescription } from "./discovery/meta-description.ts";
import { noindexLinks } from "./discovery/noindex-links.ts";
import { ownHostLinks } from "./discovery/own-host-links.ts";
import { pagination } from "./discovery/pagination.ts";
import { redirects } from "./discovery/redirects.ts";
import { siteName } from "./discovery/site-name.ts";
import { siteNorm } from "./discovery/site-norm.ts";
import { sitemap } from "./discovery/sitemap.ts";
import { sitemapCoverage } from "./discovery/sitemap-coverage.ts";
import { sitemapHygiene } from "./discovery/sitemap-hygiene.ts";
import { soft404 } from "./discovery/soft-404.ts";
import { title } from "./discovery/title.ts";
import { a2aCard } from "./interfaces/a2a-card.ts";
import { aiCatalog } from "./interfaces/ai-catalog.ts";
import { apiCatalog } from "./interfaces/api-catalog.ts";
import { authMd } from "./interfaces/auth-md.ts";
import { botAuthDirectory } from "./interfaces/bot-auth-directory.ts";
import { declaredIsReal } from "./interfaces/declared-is-real.ts";
import { linkHeader } from "./interfaces/link-header.ts";
import { llmsTxtIfPresent } from "./interfaces/llms-txt-if-present.ts";
import { machineErrors } from "./interfaces/machine-errors.ts";
import { mcpEndpoint } from "./interfaces/mcp-endpoint.ts";
import { mcpServerCard } from "./interfaces/mcp-server-card.ts";
import { oauthAs } from "./interfaces/oauth-as.ts";
import { openapi } from "./interfaces/openapi.ts";
import { protectedResource } from "./interfaces/protected-resource.ts";
import { skillsIndex } from "./interfaces/skills-index.ts";
import { webmcp } from "./interfaces/webmcp.ts";
import { hiddenInstructions } from "./safety/hidden-instructions.ts";
import { offerComplete } from "./safety/offer-complete.ts";
import { priceParity } from "./safety/price-parity.ts";
import { pricesReadable } from "./safety/prices-readable.ts";
import { returnsShipping } from "./safety/returns-shipping.ts";
import { ucpAcpX402 } from "./safety/ucp-acp-x402.ts";
import { ugcLinks } from "./safety/ugc-links.ts";
import { unicodeCovert } from "./safety/unicode-covert.ts";
import { unsafeGet } from "./safety/unsafe-get.ts";
import { alt } from "./semantics/alt.ts";
import { ariaHiddenFocus } from "./semantics/aria-hidden-focus.ts";
import { ariaValid } from "./semantics/aria-valid.ts";
import { autocomplete } from "./semantics/autocomplete.ts";
import { captchaOnPrimaryForm } from "./semantics/captcha-on-primary-form.ts";
import { contrast } from "./semantics/contrast.ts";
import { controlNames } from "./semantics/control-names.ts";
import { duplicateIdRefs } from "./semantics/duplicate-id-refs.ts";
import { formLabels } from "./semantics/form-labels.ts";
import { formWorksWithoutJs } from "./semantics/form-works-without-js.ts";
import { frames } from "./semantics/frames.ts";
import { landmarks } from "./semantics/landmarks.ts";
import { lang } from "./semantics/lang.ts";
import { linkText } from "./semantics/link-text.ts";
import { lists } from "./semantics/lists.ts";
import { metaRefresh } from "./semantics/meta-refresh.ts";
import { movingText } from "./semantics/moving-text.ts";
import { nativeControls } from "./semantics/native-controls.ts";
import { tabindex } from "./semantics/tabindex.ts";
import { targetSize } from "./semantics/target-size.ts";
import { viewportZoom } from "./semantics/viewport-zoom.ts";

/** Every check in the order of findings: by pillar, prerequisites first. */
export const CHECKS: readonly Check[] = [
	homeStatus,
	robotsFetch,
	robotsSyntax,
	searchBots,
	answerIndexers,
	userFetchers,
	trainingStance,
	groupShadowing,
	noindex,
	snippetEligible,
	bingAiControls,
	contentSignalSyntax,
	policyCoherence,
	challenge,
	authGate,
	botContentDelta,
	explicitAllowLines,
	deadBotTokens,
	crawlDelay,

	soft404,
	redirects,
	canonical,
	canonicalForeign,
	ownHostLinks,
	sitemap,
	lastmod,
	crawlableLinks,
	title,
	metaDescription,
	headInRawHtml,
	internalReach,
	internalLinks,
	linkTargets,
	noindexLinks,
	distinctTitles,
	distinctDescriptions,
	canonicalTargets,
	hreflangReturn,
	siteNorm,
	sitemapHygiene,
	sitemapCoverage,
	brokenLinks,
	hreflang,
	siteName,
	feed,
	feedOffered,
	pagination,

	https,
	httpsRedirect,
	hsts,
	cls,
	mimeNosniff,
	ttfb,
	htmlSize,
	compression,
	revalidation,
	varyAccept,
	stableText,
	mixedContent,

	textWithoutJs,
	mainText,
	thinText,
	placeholderText,
	rawVsRendered,
	mainLandmarkHoldsText,
	headingOutline,
	contentStart,
	inlineState,
	tokenRatio,
	markdownNegotiation,
	markdownParity,
	tables,
	visibleDates,
	byline,
	dateAgreement,
	hiddenText,
	altMedia,
	charset,
	nearDuplicate,

	jsonldParse,
	vocabulary,
	organization,
	website,
	article,
	productOffer,
	breadcrumb,
	reviewRules,
	markupVisibleParity,
	identityAgreement,
	openGraph,
	ogCanonical,
	contactLegal,
	businessFacts,
	sameasLive,

	lang,
	alt,
	formLabels,
	controlNames,
	linkText,
	landmarks,
	ariaValid,
	ariaHiddenFocus,
	duplicateIdRefs,
	nativeControls,
	tabindex,
	frames,
	autocomplete,
	viewportZoom,
	metaRefresh,
	movingText,
	lists,
	formWorksWithoutJs,
	captchaOnPrimaryForm,
	targetSize,
	contrast,

	declaredIsReal,
	openapi,
	apiCatalog,
	linkHeader,
	oauthAs,
	protectedResource,
	authMd,
	mcpEndpoint,
	mcpServerCard,
	a2aCard,
	skillsIndex,
	aiCatalog,
	webmcp,
	botAuthDirectory,
	llmsTxtIfPresent,
	machineErrors,

	hiddenInstructions,
	unicodeCovert,
	ugcLinks,
	unsafeGet,
	offerComplete,
	returnsShipping,
	priceParity,
	pricesReadable,
	ucpAcpX402,
];

const BY_ID: ReadonlyMap<string, Check> = new Map(CHECKS.map((check) => [check.id, check]));

export function checkOf(id: string): Check | undefined {
	return BY_ID.get(id);
}
