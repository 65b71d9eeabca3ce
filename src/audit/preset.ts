import { isKindOf, isLocalBusinessType } from "#checks/shared/organization-types.ts";
import type { Preset } from "#core/preset.ts";
import type { Evidence } from "#evidence/evidence-map.ts";
import {
	address,
	basketForm,
	calls,
	datedLinks,
	declares,
	either,
	feed,
	generatedBy,
	hostBegins,
	linksTo,
	map,
	mostPaths,
	oneOf,
	pathsOf,
	type Seen,
	type SiteView,
	siteView,
	tagged,
	versions,
	visibleDates,
} from "./site-view.ts";

/** What links and buttons are called that tell a kind of site; folded as `foldName` does, whole or at their beginning. */

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s*\|\s*|\n\s*/));

const ADD_TO_BASKET = words(`
	add to cart|add to basket|add to bag|buy now|in den warenkorb|in den einkaufswagen|jetzt kaufen|ajouter au panier
	anadir al carrito|anadir a la cesta|agregar al carrito|comprar ahora|aggiungi al carrello|acquista ora
	adicionar ao carrinho|comprar agora|in winkelwagen|in winkelmand|sepete ekle|hemen al|dodaj do koszyka|do koszyka
	lagg i varukorg|lisaa ostoskoriin|в корзину|добавить в корзину|カートに入れる|カートに追加|加入购物车|加入購物車
	أضف إلى السلة|اضف الى السلة|הוסף לסל|หยิบใส่ตะกร้า|เพิ่มลงตะกร้า|장바구니에 담기
`);
const BASKET = words(`
	cart|basket|bag|shopping cart|my cart|view cart|checkout|warenkorb|zur kasse|einkaufswagen|panier|mon panier|carrito
	cesta|carrello|carrinho|winkelwagen|winkelmand|sepet|sepetim|koszyk|varukorg|корзина|カート|購物車|购物车|سلة التسوق|ตะกร้า|장바구니
`);
/** Segments of addresses. */
const BASKET_PATHS = words(
	"cart|basket|checkout|warenkorb|kasse|panier|carrito|cesta|carrello|carrinho|winkelwagen|winkelmand|sepet|koszyk",
);
const SHOPPING = words(`
	shipping|shipping and returns|delivery|returns|wishlist|track order|versand|versandkosten|ruckgabe|livraison|retours
	envios|devoluciones|spedizioni|resi|verzending|kargo|iade|dostawa|zwroty
`);

const PRICING = words(`
	pricing|plans|plans and pricing|pricing plans|preise|tarife|tarifs|precios|planes|prezzi|precos|planos|prijzen|fiyatlar
	fiyatlandirma|cennik|цены|тарифы|料金|料金プラン|価格|价格|定價|الأسعار|ราคา|요금
`);
const PRICING_PATHS = words("pricing|plans|price|preise|tarifs|precios|prezzi|precos|fiyatlandirma|cennik");
const SIGN_UP = words(`
	sign up|signup|sign up free|start free|start for free|start free trial|free trial|start trial|try for free|try it free
	try free|get started free|get started for free|create account|create free account|kostenlos testen|kostenlos starten
	jetzt testen|essai gratuit|essayer gratuitement|prueba gratis|prueba gratuita|empieza gratis|prova gratis|teste gratis
	gratis proberen|ucretsiz dene|ucretsiz basla|wyprobuj za darmo|попробовать бесплатно|無料で始める|無料トライアル|免费试用|免費試用
	ทดลองใช้ฟรี|ابدأ مجانا
`);
const LOG_IN = words(`
	log in|login|sign in|signin|anmelden|einloggen|connexion|se connecter|iniciar sesion|acceder|accedi|entrar|inloggen
	giris|giris yap|zaloguj|zaloguj sie|войти|ログイン|登录|登入|تسجيل الدخول|เข้าสู่ระบบ|로그인
`);
const DEMO = words(`
	book a demo|request a demo|get a demo|request demo|schedule a demo|book demo|watch demo|live demo|demo|demo buchen
	demander une demo|solicitar demo|solicitar una demo|richiedi una demo|demo talep et
`);
const PRODUCT_PARTS = words("integrations|features|changelog|status|system status|api|customers|templates|use cases");

const DOC_WORDS = words(`
	getting started|get started|quick start|quickstart|installation|install|installing|api reference|reference|api
	documentation|docs|tutorial|tutorials|guide|guides|user guide|cookbook|recipes|configuration|configuring|release notes
	changelog|migration|troubleshooting|examples|how to guides|concepts|cli reference|manual|einfuhrung|anleitung
	dokumentation|documentacion|premiers pas|primeros pasos|文档|快速开始|ドキュメント|はじめに
`);
const DOC_PATHS = words(
	"docs|doc|documentation|guide|guides|reference|api|apidocs|manual|tutorial|tutorials|getting-started|quickstart|installation|learn|handbook|javadoc|stable|latest|cookbook|recipes|concepts",
);
const EDIT_PAGE = words("edit this page|edit on github|edit this page on github|improve this page|suggest edits");

const LIST_PATHS = words(
	"post|posts|blog|news|article|articles|story|stories|p|magazine|actualites|noticias|articulos|artikel|notizie|haber|haberler",
);

const APPOINTMENT = words(`
	book an appointment|book appointment|request an appointment|make an appointment|appointments|book a table|reservations
	reserve a table|reservation|reserve|book now|book a visit|get directions|directions|termin|termin vereinbaren
	termin buchen|online termin|anfahrt|tisch reservieren|prendre rendez vous|rendez vous|reserver|nous trouver|pedir cita
	cita previa|reservar|como llegar|prenota|prenota ora|dove siamo|marcar consulta|agendar|afspraak maken|route
	randevu al|randevu|umow wizyte|rezerwacja|予約|ご予約|アクセス|预约|預約|احجز موعد|จองคิว|นัดหมาย
`);
const OPENING = words(`
	opening hours|hours|opening times|hours and location|visit us|our location|find us|offnungszeiten|horaires|horario
	horarios|orari|openingstijden|calisma saatleri|godziny otwarcia|営業時間|营业时间|ساعات العمل|เวลาเปิดทำการ
`);
const QUOTE = words(`
	free estimate|free quote|get a quote|get a free quote|request a quote|free estimate click here|get an estimate
	get instant quote|service areas|service area|areas we serve|angebot anfordern|kostenvoranschlag|devis|devis gratuit
	presupuesto|pedir presupuesto|preventivo|orcamento|teklif al|fiyat al|hemen fiyat al|wycena
`);

const PRACTICE = words(`
	practice areas|attorneys|our attorneys|lawyers|our lawyers|legal services|tax advisory|audit and assurance|bookkeeping
	rechtsgebiete|anwalte|rechtsanwalte|kanzlei|steuerberatung|mandanten|avocats|nos avocats|honoraires|abogados
	areas de practica|avvocati|studio legale|advogados|areas de atuacao|advocaten|avukatlar|adwokaci|kancelaria|弁護士紹介
`);
const CONSULTATION = words(`
	free consultation|schedule a consultation|book a consultation|request a consultation|schedule a call|book a call
	book a discovery call|erstberatung|erstgesprach|beratung anfragen|consultation gratuite|consulta gratuita
	prima consulenza|danismanlik al|bezplatna konsultacja
`);
const CASES = words(
	"case studies|our work|portfolio|our clients|clients|referenzen|projekte|casos de exito|realisations",
);
const SERVICES = words(
	"services|our services|what we do|expertise|solutions|capabilities|leistungen|servicios|servizi|servicos|diensten|hizmetler|uslugi",
);

/**
 * One thing on the home page that speaks for a kind of site. What has THRESHOLD points decides alone; of the weaker ones it
 * takes several, so that a single link to prices makes no software.
 */
export interface PresetSignal {
	readonly preset: Exclude<Preset, "general">;
	readonly points: 1 | 2 | 3 | 4 | 5;
	readonly seen: Seen;
}

/** Points at which a kind of site is detected. */
export const THRESHOLD = 4;

/** Kinds of business that people consult; ProfessionalService itself is used for every trade, and tells little. */
const PROFESSIONS = ["LegalService", "AccountingService", "InsuranceAgency", "EmploymentAgency", "RealEstateAgent"];
const isProfession = (type: string) =>
	type === "FinancialService" || PROFESSIONS.some((profession) => isKindOf(type, profession));
const isTrade = (type: string) => isLocalBusinessType(type) && !isProfession(type) && type !== "ProfessionalService";
/** From so many on, they are entries of a directory. */
const DIRECTORY = 4;
const LIBRARIES =
	"docusaurus|mkdocs|sphinx|vitepress|vuepress|starlight|mdbook|antora|gitbook|docsify|doxygen|rustdoc|mintlify|nextra|read the docs|zensical|jupyter book|javadoc";

function signals(preset: PresetSignal["preset"], rows: readonly [PresetSignal["points"], Seen][]): PresetSignal[] {
	return rows.map(([points, seen]) => ({ preset, points, seen }));
}

export const PRESET_SIGNALS: readonly PresetSignal[] = [
	...signals("ecommerce", [
		[5, declares(oneOf("OnlineStore OnlineMarketplace"))],
		[3, declares(oneOf("Product ProductGroup OfferCatalog"))],
		[3, tagged("product", "product.group", "og:product")],
		[4, generatedBy("prestashop|shopify|magento|opencart|shopware|bigcommerce|nopcommerce")],
		[2, generatedBy("woocommerce|easy digital downloads")],
		[4, hostBegins("shop store tienda boutique loja magaza negozio sklep")],
		[3, either(basketForm, linksTo("fills a basket", ADD_TO_BASKET))],
		[2, either(linksTo("leads to a basket", BASKET), pathsOf("leads to a basket", BASKET_PATHS))],
		[1, linksTo("speaks of shipping", SHOPPING)],
	]),
	...signals("saas", [
		[5, declares(oneOf("SoftwareApplication WebApplication MobileApplication WebAPI"), DIRECTORY)],
		[2, either(linksTo("leads to prices", PRICING), pathsOf("leads to prices", PRICING_PATHS))],
		[2, linksTo("offers to sign up", SIGN_UP)],
		[1, linksTo("offers to log in", LOG_IN)],
		[1, linksTo("offers a demonstration", DEMO)],
		[1, linksTo("names parts of a product", PRODUCT_PARTS, 2)],
	]),
	...signals("publisher", [
		[5, declares(oneOf("NewsMediaOrganization Newspaper Periodical"))],
		[4, declares(oneOf("Blog NewsArticle ReportageNewsArticle LiveBlogPosting"))],
		[2, declares(oneOf("BlogPosting Article"))],
		[3, tagged("blog")],
		[4, generatedBy("ghost|substack|blogger|typepad|bear blog|writefreely")],
		[4, hostBegins("blog news magazine")],
		[3, datedLinks],
		[2, visibleDates],
		[2, mostPaths("mostly leads to articles", LIST_PATHS, 5, 0.3)],
		[1, feed],
	]),
	...signals("docs", [
		[4, declares(oneOf("TechArticle APIReference"))],
		[4, hostBegins("docs doc developer developers api help wiki manual kb")],
		[4, generatedBy(LIBRARIES)],
		[3, mostPaths("mostly leads to manuals", DOC_PATHS, 8, 0.4)],
		[2, linksTo("leads to manuals", DOC_WORDS, 3)],
		[2, versions],
		[2, linksTo("may be edited", EDIT_PAGE)],
	]),
	...signals("local-business", [
		[5, declares(isTrade, DIRECTORY)],
		[4, tagged("business.business", "restaurant.restaurant", "place")],
		[2, declares(oneOf("ProfessionalService"), DIRECTORY)],
		[2, address],
		[2, map],
		[2, linksTo("takes appointments", APPOINTMENT)],
		[1, linksTo("tells when it is open", OPENING)],
		[1, linksTo("makes estimates", QUOTE)],
		[1, calls],
	]),
	...signals("professional-services", [
		[5, declares(isProfession, DIRECTORY)],
		[3, declares(oneOf("ProfessionalService"), DIRECTORY)],
		[3, linksTo("names what it practises", PRACTICE)],
		[2, linksTo("offers to advise", CONSULTATION)],
		[1, linksTo("shows its cases", CASES)],
		[1, linksTo("leads to services", SERVICES)],
	]),
];

export interface DetectedPreset {
	readonly key: Preset;
	/** The reason, for the reader. */
	readonly says: string;
}

/** A kind of site, and what speaks for it. */
interface Candidate {
	readonly preset: PresetSignal["preset"];
	readonly points: number;
	/** What was seen, the strongest first. */
	readonly reasons: readonly string[];
}

/** Reasons that are named. */
const SHOWN = 3;

/**
 * Says what kind of site this is, from what its home page declares and leads to. `asked` (the watchlist) wins. Signals
 * add up by kind; a kind is detected where they reach THRESHOLD and no other kind has as many.
 */
export function detectPreset(evidence: Evidence, host: string, asked: Preset | null): DetectedPreset {
	if (asked) return { key: asked, says: "Set by the owner of the watchlist." };
	const { home } = evidence;
	if (home.state !== "found") return { key: "general", says: "There is no home page that tells a kind of site." };
	const [first, second] = candidatesIn(siteView(home.value, host));
	if (!first) return { key: "general", says: "Nothing on the home page tells a more particular kind of site." };
	const reasons = first.reasons.slice(0, SHOWN).join("; it ");
	if (first.points < THRESHOLD)
		return { key: "general", says: `Too little tells a more particular kind of site: the home page ${reasons}.` };
	if (second?.points === first.points) {
		const others = second.reasons.slice(0, SHOWN).join("; it ");
		return {
			key: "general",
			says: `As much speaks for one kind of site as for another: the home page ${reasons}; but it ${others}.`,
		};
	}
	return { key: first.preset, says: `The home page ${reasons}.` };
}

/** Kinds that anything speaks for, the likeliest first. */
function candidatesIn(view: SiteView): readonly Candidate[] {
	const byPreset = new Map<PresetSignal["preset"], { points: number; reason: string }[]>();
	for (const { preset, points, seen } of PRESET_SIGNALS) {
		const reason = seen(view);
		if (reason !== null) byPreset.set(preset, [...(byPreset.get(preset) ?? []), { points, reason }]);
	}
	const candidates = [...byPreset].map(([preset, found]) => ({
		preset,
		points: found.reduce((sum, { points }) => sum + points, 0),
		reasons: found.toSorted((a, b) => b.points - a.points).map(({ reason }) => reason),
	}));
	return candidates.toSorted((a, b) => b.points - a.points);
}
