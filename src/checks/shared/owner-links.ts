import { isWithin } from "#core/target.ts";
import type { Page } from "#evidence/evidence-map.ts";
import type { PageAnchor } from "#evidence/page-digest.ts";
import { decoded, isPlaceholderContact } from "./placeholder-contact.ts";

/** How links to the pages about a site's owner are called, in some thirty languages. */

export const OWNER_PAGES = ["about", "contact", "privacy"] as const;
export type OwnerPage = (typeof OWNER_PAGES)[number];
type Table = Readonly<Record<OwnerPage, readonly string[]>>;

const read = (text: string): readonly string[] => text.trim().split(/\s*\|\s*|\n\s*/);

/**
 * Link texts, lower case, without accents. A text counts where it is one of them, or begins or ends with one as a word;
 * an imprint names the owner, as an about page does, and how to reach them. A page of all rules holds privacy, too.
 */
export const OWNER_WORDS: Table = {
	about: read(`
		about|about us|about me|who we are|our story|our team|our company|company|team|mission|meet the team
		our history|the team|imprint|legal notice|uber uns|ueber uns|uber mich|wir uber uns|unternehmen
		impressum|das sind wir|wer wir sind|a propos|qui sommes-nous|qui sommes nous|qui suis-je|notre histoire
		notre equipe|mentions legales|sobre nosotros|quienes somos|nosotros|acerca de|conocenos|sobre mi|empresa
		aviso legal|chi siamo|azienda|la nostra storia|chi sono|note legali|su di noi|sobre|sobre nos|quem somos
		a empresa|quem sou|over ons|over mij|wie zijn wij|wie we zijn|hakkimizda|kurumsal|biz kimiz|hakkinda
		kunye|o nas|o firmie|kim jestesmy|om oss|om os|om|tietoa meista|meista|equipo|el equipo|compania
		la compania|equipe|l equipe|valores|rolunk|despre noi|despre|gioi thieu|ve chung toi|tentang kami
		tentang|о нас|о компании|о проекте|про нас|про компанію|σχετικα με εμας|ποιοι ειμαστε|σχετικα|关于
		关于我们|關於我們|關於|公司简介|公司簡介|品牌故事|公司概况|认识我们|認識我們|会社概要|会社案内|会社情報
		企業情報|運営会社|私たちについて|当社について|運営者情報|特定商取引法に基づく表記|회사소개|소개|من نحن
		عن الشركة|عنا|نبذة عنا|معلومات عنا|אודות|אודותינו|מי אנחנו|เกี่ยวกับเรา|เกี่ยวกับ|ประวัติ
		o nama|apie mus|par mums|meist|sobre nosaltres|qui som|avis legal|mentiuni legale|impressum und kontakt
		colofon|colophon|la empresa|l azienda|l entreprise|le cabinet|das unternehmen|over het bedrijf|virksomheden
		foretaget|yritys|a rolunk|gioi thieu cong ty|tentang perusahaan|за нас|о нама|про компанію|درباره ما|हमारे बारे में
		ブランドについて|わたしたちについて|团队介绍|團隊介紹|公司介绍|公司介紹|인사말
	`),
	contact: read(`
		contact|contact us|get in touch|contacts|contact me|talk to us|reach us|write to us|kontakt
		kontaktieren sie uns|ansprechpartner|impressum|contactez-nous|nous contacter|contactez nous|contacto
		contactenos|contactanos|contactar|contatti|contattaci|contato|contate-nos|contactos|fale conosco
		contacteer ons|neem contact op|iletisim|bize ulasin|bize yazin|skontaktuj sie|kontakta oss|kontakt oss
		kontakt os|ota yhteytta|yhteystiedot|kapcsolat|lien he|hubungi kami|контакты|связаться с нами|контакти
		επικοινωνια|联系|联系我们|聯絡我們|聯繫我們|聯絡|お問い合わせ|お問合せ|お問い合せ|連絡先|문의|문의하기
		연락처|اتصل بنا|تواصل معنا|اتصل|تواصل|צור קשר|צרו קשר|ติดต่อเรา|ติดต่อ
		kontakty|kontaktujte nas|kontaktirajte nas|kontaktai|kontakti|susisiekite|vottke uhendust|contacte|contactati-ne
		contacta|escribenos|scrivici|nous ecrire|ons bereiken|kontakt os her|ring oss|ota yhteytta meihin|lien he voi chung toi
		contact opnemen|bereikbaarheid|связаться|зв язатися|връзка с нас|контакт|تماس با ما|संपर्क|संपर्क करें|お問合わせ|联络我们
	`),
	privacy: read(`
		privacy|privacy policy|privacy notice|privacy statement|data protection|your privacy|gdpr|legal|policies
		terms and privacy|privacy and terms|rechtliches|datenschutz|datenschutzerklarung|datenschutzhinweise
		confidentialite|politique de confidentialite|vie privee|donnees personnelles|protection des donnees
		privacidad|politica de privacidad|aviso de privacidad|proteccion de datos|informativa sulla privacy
		privacidade|politica de privacidade|protecao de dados|privacybeleid|privacyverklaring|gizlilik
		gizlilik politikasi|kvkk|aydinlatma metni|polityka prywatnosci|prywatnosc|rodo|integritetspolicy
		integritet|personvern|privatlivspolitik|tietosuoja|tietosuojaseloste|ochrana osobnich udaju|adatvedelem
		chinh sach bao mat|kebijakan privasi|политика конфиденциальности|конфиденциальность|персональные данные
		πολιτικη απορρητου|απορρητο|隐私|隐私政策|隱私|隱私權政策|隱私政策|個人情報保護方針|プライバシーポリシー
		プライバシー|個人情報|개인정보처리방침|개인정보|سياسة الخصوصية|الخصوصية|פרטיות|מדיניות פרטיות
		นโยบายความเป็นส่วนตัว|ความเป็นส่วนตัว
		ochrana osobnych udajov|zpracovani osobnich udaju|gdpr a cookies|adatkezelesi tajekoztato|adatkezeles
		politica de confidentialitate|protectia datelor|pravila privatnosti|politika privatnosti|zastita podataka
		varstvo osebnih podatkov|zasebnost|privatumo politika|privatuma politika|privaatsuspoliitika
		politica de privacitat|privacitat|trattamento dei dati|informativa privacy|tratamiento de datos
		persondatapolitik|personuppgifter|personvernerklaering|rekisteriseloste|chinh sach quyen rieng tu|dasar privasi
		cookie policy and privacy|privacy center|privacy and cookies|privacy en cookies|donnees personnelles et cookies
		политика приватности|поверителност|политика за поверителност|конфіденціиність|політика конфіденціиності
		обработка персональных данных|حریم خصوصی|गोपनीयता नीति|गोपनीयता|隐私权|隐私声明|私隱|개인정보 처리방침
	`),
};

/** Segments of addresses: a segment counts where it is one of them, or begins or ends with one before a hyphen. */
const OWNER_PATHS: Table = {
	about: read(`
		about|aboutus|imprint|impressum|ueber-uns|uber-uns|a-propos|apropos|qui-sommes|nosotros|quienes-somos
		acerca|sobre|chi-siamo|quem-somos|over-ons|hakkimizda|kurumsal|o-nas|om-oss|who-we-are|our-story|conoce
		mentions-legales|aviso-legal|company|team|compania|equipo|o-nama|apie-mus|par-mums|meist|rolunk|despre-noi
		om-os|om-foretaget|sobre-nosotros|sobre-nos|qui-som|gioi-thieu|ve-chung-toi|tentang-kami|hakkinda|kunye
		note-legali|legal-notice|about-us|wir-ueber-uns|das-unternehmen|colofon|o-firmie|tietoa-meista|gaiyou|kaisha
	`),
	contact: read(`
		contact|contacts|contactus|kontakt|contacto|contactenos|contatti|contato|iletisim|get-in-touch
		nous-contacter|otoiawase|inquiry|impressum|kontakty|kontakti|kontaktai|yhteystiedot|ota-yhteytta|kapcsolat
		lien-he|hubungi-kami|hubungi|contactez-nous|fale-conosco|contactos|bize-ulasin|contacte|toiawase|contact-us
	`),
	privacy: read(`
		privacy|datenschutz|confidentialite|privacidad|privacidade|gizlilik|kvkk|prywatnosc|gdpr
		polityka-prywatnosci|privacybeleid|data-protection|dataprotection|tietosuoja|personvern|datenschutzerklaerung
		privacyverklaring|integritetspolicy|privatlivspolitik|persondatapolitik|tietosuojaseloste|adatvedelem|adatkezeles
		ochrana-osobnich-udaju|ochrana-osobnych-udajov|politica-de-confidentialitate|politica-de-privacidad
		politica-de-privacidade|politique-de-confidentialite|donnees-personnelles|informativa-privacy|rodo
		chinh-sach-bao-mat|kebijakan-privasi|kisisel-verilerin-korunmasi|aydinlatma-metni|privatumo-politika
	`),
};

/** A link text longer than this is a sentence or a card, and names no page. */
const LONGEST_TEXT = 60;

/**
 * Words that name such a page only where they stand alone: `Team` does, `New Zealand Company` is the title of an article.
 */
const ALONE: ReadonlySet<string> = new Set(
	`company team mission empresa unternehmen azienda equipo equipe compania valores kurumsal despre sobre om
	tentang legal policies rodo integritet acerca conoce inquiry`.split(/\s+/),
);

/** Words of one kind, ready to be looked for. */
interface Lexicon {
	readonly words: ReadonlySet<string>;
	/** Of scripts without spaces, which have no word boundary to ask for. */
	readonly unspaced: readonly string[];
	readonly paths: ReadonlySet<string>;
}

const LEXICONS = Object.fromEntries(OWNER_PAGES.map((kind) => [kind, lexiconOf(kind)])) as Record<OwnerPage, Lexicon>;

function lexiconOf(kind: OwnerPage): Lexicon {
	const words = OWNER_WORDS[kind];
	const unspaced = words.filter((word) => !/[a-z]/.test(word) && word.length > 1);
	return { words: new Set(words), unspaced, paths: new Set(OWNER_PATHS[kind]) };
}

/**
 * Links of a page that lead to the page of that kind, or, for contact, straight to mail or telephone.
 * @param domain the site's registrable domain: its other hosts are the site, too
 */
export function ownerLinks(page: Page, kind: OwnerPage, domain: string): readonly PageAnchor[] {
	return page.digest.anchors.filter((anchor) => !isPlaceholder(page, anchor) && leadsTo(domain, anchor, kind));
}

/** Links that are called as that kind of page is and lead nowhere: what a template leaves to be filled in. */
export function placeholderLinks(page: Page, kind: OwnerPage): readonly PageAnchor[] {
	const { anchors } = page.digest;
	return anchors.filter(
		(anchor) => isPlaceholder(page, anchor) && isCalled(readLink(anchor, anchor.url ?? page.url), LEXICONS[kind]),
	);
}

/** What opens a menu has no address, and the pages that it is named after stand in the menu. */
const OPENS_MENU = /\baria-(?:haspopup|expanded|controls)\b|dropdown|toggle|collapse|submenu/i;

/** An address without an address: empty, `#`, `#!`, `javascript:`, or the page that it stands on. */
function isPlaceholder(page: Page, { href, url, excerpt }: PageAnchor): boolean {
	if (href === null || url === null || OPENS_MENU.test(excerpt)) return false;
	if (/^\s*(?:#(?:!|0|top|none)?|javascript:.*)?\s*$/is.test(href)) return true;
	const [address, section] = url.split("#");
	return !section && address === page.url.split("#")[0] && new URL(page.url).pathname === "/";
}

function leadsTo(domain: string, anchor: PageAnchor, kind: OwnerPage): boolean {
	const { href, url } = anchor;
	if (href === null || url === null) return false;
	if (kind === "contact" && /^(?:(?:mailto|tel|sms):[^?]|https:\/\/wa\.me\/)/i.test(url))
		return !isPlaceholderContact(url, domain);
	if (!/^https?:/i.test(url)) return false;
	// A privacy page may lie with a service; people's own pages lie with themselves.
	const lexicon = LEXICONS[kind];
	const link = readLink(anchor, url);
	return isCalled(link, lexicon) || (isAddressed(link, lexicon) && isWithin(new URL(url).hostname, domain));
}

/** A link as the lexicons are asked about it. */
interface ReadLink {
	/** Folded; empty where it is too long to name a page. */
	readonly text: string;
	readonly textEdges: readonly string[];
	/** Segments of the path and the fragment, lower case, without file endings. */
	readonly parts: readonly string[];
	readonly partEdges: readonly string[];
}

/** Each link is asked about for every kind of page, and read once. */
const READ = new WeakMap<PageAnchor, ReadLink>();

function readLink(anchor: PageAnchor, url: string): ReadLink {
	const known = READ.get(anchor);
	if (known) return known;
	const text = anchor.name.length > LONGEST_TEXT ? "" : folded(anchor.name);
	const { pathname, hash } = URL.parse(url) ?? { pathname: "", hash: "" };
	const parts = [...decoded(pathname).split("/"), decoded(hash.slice(1))]
		.filter((part) => part !== "")
		.map((part) =>
			part
				.toLowerCase()
				.replace(/\.[a-z]{2,5}$/, "")
				.replace(/[_:+]+/g, "-"),
		);
	const partEdges = parts.flatMap((part) => edgesOf(part, "-"));
	// Scripts without a small letter from a to z are looked for anywhere in the text.
	const textEdges = edgesOf(text, " ").filter((edge) => /[a-z]/.test(edge));
	const read = { text, textEdges, parts, partEdges };
	READ.set(anchor, read);
	return read;
}

/** The whole text is a word of the kind, or begins or ends with one. */
function isCalled({ text, textEdges }: ReadLink, { words, unspaced }: Lexicon): boolean {
	if (text === "") return false;
	if (words.has(text) || textEdges.some((edge) => words.has(edge) && !ALONE.has(edge))) return true;
	return !/^[ -~]*$/.test(text) && unspaced.some((word) => text.includes(word));
}

function isAddressed({ parts, partEdges }: ReadLink, { paths, words }: Lexicon): boolean {
	// Addresses in scripts without a to z hold the words of links themselves.
	if (parts.some((part) => /[^ -~]/.test(part) && words.has(folded(part.replaceAll("-", " "))))) return true;
	return parts.some((part) => paths.has(part)) || partEdges.some((edge) => paths.has(edge) && !ALONE.has(edge));
}

/** What stands before and behind each separator: `a b c` → a, b c, a b, c. */
function edgesOf(text: string, separator: string): string[] {
	const edges: string[] = [];
	for (let at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, at + 1)) {
		edges.push(text.slice(0, at), text.slice(at + 1));
	}
	return edges;
}

/** Lower case, without accents and marks, every run of anything else one space. */
function folded(text: string): string {
	return text
		.normalize("NFKD")
		.replace(/[\u0300-\u036f]/gu, "")
		.normalize("NFC")
		.toLowerCase()
		.replaceAll("ı", "i")
		.replaceAll("ß", "ss")
		.replace(/[^\p{L}\p{N}\p{M}-]+/gu, " ")
		.trim();
}
