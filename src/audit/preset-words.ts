/** What links and buttons are called that tell a kind of site; folded as `foldName` does, whole or at their beginning. */

const words = (text: string): ReadonlySet<string> =>
	new Set(
		text
			.trim()
			.split(/\s*\|\s*|\n\s*/)
			.filter((word) => word !== ""),
	);

export const ADD_TO_BASKET = words(`
	add to cart|add to basket|add to bag|buy now|in den warenkorb|in den einkaufswagen|jetzt kaufen|ajouter au panier
	anadir al carrito|anadir a la cesta|agregar al carrito|comprar ahora|aggiungi al carrello|acquista ora
	adicionar ao carrinho|comprar agora|in winkelwagen|in winkelmand|sepete ekle|hemen al|dodaj do koszyka|do koszyka
	lagg i varukorg|lisaa ostoskoriin|в корзину|добавить в корзину|カートに入れる|カートに追加|加入购物车|加入購物車
	أضف إلى السلة|اضف الى السلة|הוסף לסל|หยิบใส่ตะกร้า|เพิ่มลงตะกร้า|장바구니에 담기
`);
export const BASKET = words(`
	cart|basket|bag|shopping cart|my cart|view cart|checkout|warenkorb|zur kasse|einkaufswagen|panier|mon panier|carrito
	cesta|carrello|carrinho|winkelwagen|winkelmand|sepet|sepetim|koszyk|varukorg|корзина|カート|購物車|购物车|سلة التسوق|ตะกร้า|장바구니
`);
/** Segments of addresses. */
export const BASKET_PATHS = words(
	"cart|basket|checkout|warenkorb|kasse|panier|carrito|cesta|carrello|carrinho|winkelwagen|winkelmand|sepet|koszyk",
);
export const SHOPPING = words(`
	shipping|shipping and returns|delivery|returns|wishlist|track order|versand|versandkosten|ruckgabe|livraison|retours
	envios|devoluciones|spedizioni|resi|verzending|kargo|iade|dostawa|zwroty
`);

export const PRICING = words(`
	pricing|plans|plans and pricing|pricing plans|preise|tarife|tarifs|precios|planes|prezzi|precos|planos|prijzen|fiyatlar
	fiyatlandirma|cennik|цены|тарифы|料金|料金プラン|価格|价格|定價|الأسعار|ราคา|요금
`);
export const PRICING_PATHS = words("pricing|plans|price|preise|tarifs|precios|prezzi|precos|fiyatlandirma|cennik");
export const SIGN_UP = words(`
	sign up|signup|sign up free|start free|start for free|start free trial|free trial|start trial|try for free|try it free
	try free|get started free|get started for free|create account|create free account|kostenlos testen|kostenlos starten
	jetzt testen|essai gratuit|essayer gratuitement|prueba gratis|prueba gratuita|empieza gratis|prova gratis|teste gratis
	gratis proberen|ucretsiz dene|ucretsiz basla|wyprobuj za darmo|попробовать бесплатно|無料で始める|無料トライアル|免费试用|免費試用
	ทดลองใช้ฟรี|ابدأ مجانا
`);
export const LOG_IN = words(`
	log in|login|sign in|signin|anmelden|einloggen|connexion|se connecter|iniciar sesion|acceder|accedi|entrar|inloggen
	giris|giris yap|zaloguj|zaloguj sie|войти|ログイン|登录|登入|تسجيل الدخول|เข้าสู่ระบบ|로그인
`);
export const DEMO = words(`
	book a demo|request a demo|get a demo|request demo|schedule a demo|book demo|watch demo|live demo|demo|demo buchen
	demander une demo|solicitar demo|solicitar una demo|richiedi una demo|demo talep et
`);
export const PRODUCT_PARTS = words(
	"integrations|features|changelog|status|system status|api|customers|templates|use cases",
);

export const DOC_WORDS = words(`
	getting started|get started|quick start|quickstart|installation|install|installing|api reference|reference|api
	documentation|docs|tutorial|tutorials|guide|guides|user guide|cookbook|recipes|configuration|configuring|release notes
	changelog|migration|troubleshooting|examples|how to guides|concepts|cli reference|manual|einfuhrung|anleitung
	dokumentation|documentacion|premiers pas|primeros pasos|文档|快速开始|ドキュメント|はじめに
`);
export const DOC_PATHS = words(
	"docs|doc|documentation|guide|guides|reference|api|apidocs|manual|tutorial|tutorials|getting-started|quickstart|installation|learn|handbook|javadoc|stable|latest|cookbook|recipes|concepts",
);
export const EDIT_PAGE = words(
	"edit this page|edit on github|edit this page on github|improve this page|suggest edits",
);

export const LIST_PATHS = words(
	"post|posts|blog|news|article|articles|story|stories|p|magazine|actualites|noticias|articulos|artikel|notizie|haber|haberler",
);

export const APPOINTMENT = words(`
	book an appointment|book appointment|request an appointment|make an appointment|appointments|book a table|reservations
	reserve a table|reservation|reserve|book now|book a visit|get directions|directions|termin|termin vereinbaren
	termin buchen|online termin|anfahrt|tisch reservieren|prendre rendez vous|rendez vous|reserver|nous trouver|pedir cita
	cita previa|reservar|como llegar|prenota|prenota ora|dove siamo|marcar consulta|agendar|afspraak maken|route
	randevu al|randevu|umow wizyte|rezerwacja|予約|ご予約|アクセス|预约|預約|احجز موعد|จองคิว|นัดหมาย
`);
export const OPENING = words(`
	opening hours|hours|opening times|hours and location|visit us|our location|find us|offnungszeiten|horaires|horario
	horarios|orari|openingstijden|calisma saatleri|godziny otwarcia|営業時間|营业时间|ساعات العمل|เวลาเปิดทำการ
`);
export const QUOTE = words(`
	free estimate|free quote|get a quote|get a free quote|request a quote|free estimate click here|get an estimate
	get instant quote|service areas|service area|areas we serve|angebot anfordern|kostenvoranschlag|devis|devis gratuit
	presupuesto|pedir presupuesto|preventivo|orcamento|teklif al|fiyat al|hemen fiyat al|wycena
`);

export const PRACTICE = words(`
	practice areas|attorneys|our attorneys|lawyers|our lawyers|legal services|tax advisory|audit and assurance|bookkeeping
	rechtsgebiete|anwalte|rechtsanwalte|kanzlei|steuerberatung|mandanten|avocats|nos avocats|honoraires|abogados
	areas de practica|avvocati|studio legale|advogados|areas de atuacao|advocaten|avukatlar|adwokaci|kancelaria|弁護士紹介
`);
export const CONSULTATION = words(`
	free consultation|schedule a consultation|book a consultation|request a consultation|schedule a call|book a call
	book a discovery call|erstberatung|erstgesprach|beratung anfragen|consultation gratuite|consulta gratuita
	prima consulenza|danismanlik al|bezplatna konsultacja
`);
export const CASES = words(
	"case studies|our work|portfolio|our clients|clients|referenzen|projekte|casos de exito|realisations",
);
export const SERVICES = words(
	"services|our services|what we do|expertise|solutions|capabilities|leistungen|servicios|servizi|servicos|diensten|hizmetler|uslugi",
);
