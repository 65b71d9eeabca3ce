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
	`),
	contact: read(`
		contact|contact us|get in touch|contacts|contact me|talk to us|reach us|write to us|kontakt
		kontaktieren sie uns|ansprechpartner|impressum|contactez-nous|nous contacter|contactez nous|contacto
		contactenos|contactanos|contactar|contatti|contattaci|contato|contate-nos|contactos|fale conosco
		contacteer ons|neem contact op|iletisim|bize ulasin|bize yazin|skontaktuj sie|kontakta oss|kontakt oss
		kontakt os|ota yhteytta|yhteystiedot|kapcsolat|lien he|hubungi kami|контакты|связаться с нами|контакти
		επικοινωνια|联系|联系我们|聯絡我們|聯繫我們|聯絡|お問い合わせ|お問合せ|お問い合せ|連絡先|문의|문의하기
		연락처|اتصل بنا|تواصل معنا|اتصل|تواصل|צור קשר|צרו קשר|ติดต่อเรา|ติดต่อ
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
	`),
};

/** Segments of addresses: a segment counts where it is one of them, or begins or ends with one before a hyphen. */
export const OWNER_PATHS: Table = {
	about: read(`
		about|aboutus|imprint|impressum|ueber-uns|uber-uns|a-propos|apropos|qui-sommes|nosotros|quienes-somos
		acerca|sobre|chi-siamo|quem-somos|over-ons|hakkimizda|kurumsal|o-nas|om-oss|who-we-are|our-story|conoce
		mentions-legales|aviso-legal|company|team|compania|equipo
	`),
	contact: read(`
		contact|contacts|contactus|kontakt|contacto|contactenos|contatti|contato|iletisim|get-in-touch
		nous-contacter|otoiawase|inquiry|impressum
	`),
	privacy: read(`
		privacy|datenschutz|confidentialite|privacidad|privacidade|gizlilik|kvkk|prywatnosc|gdpr
		polityka-prywatnosci|privacybeleid|data-protection|dataprotection|tietosuoja|personvern
	`),
};
