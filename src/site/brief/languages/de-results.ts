import type { Texts } from "../languages.ts";

const CHECK_ADDRESS = "Prüfen Sie die Schreibweise der Domain und starten Sie die Prüfung erneut.";
const CHECK_SERVER =
	"Prüfen Sie, ob die Website läuft und von außerhalb Ihres Netzes erreichbar ist, und starten Sie die Prüfung erneut.";
const LET_US_IN =
	"Lassen Sie SightlineBot in Ihrer Firewall oder Ihrem Bot-Schutz zu, oder prüfen Sie eine fertige Kopie der Website aus einem Ordner.";
const OUR_SIDE =
	"Der Fehler liegt bei uns. Starten Sie die Prüfung erneut und melden Sie uns den Fehler, falls er wieder auftritt.";

/** What an audit, its pages and those who hand it on say, and names of kinds and pillars. */
export const GERMAN_RESULTS: Pick<
	Texts,
	| "ADVICE"
	| "SHARE"
	| "AGENCY"
	| "FAILURE_MEANINGS"
	| "SITE_PAGES"
	| "SENTENCES"
	| "PRESET_LABELS"
	| "PILLAR_WORDS"
	| "REFUSAL"
> = {
	ADVICE: {
		"input-invalid": CHECK_ADDRESS,
		"target-invalid": CHECK_ADDRESS,
		"target-blocked":
			"Prüfen Sie einen öffentlichen Hostnamen. Eine noch nicht öffentliche Website lässt sich aus einem Ordner prüfen.",
		"removal-asked": "Der Betreiber hat uns gebeten, diese Domain nicht zu prüfen.",
		"redirect-blocked":
			"Leiten Sie die Startseite nur auf öffentliche Adressen weiter und starten Sie die Prüfung erneut.",
		"redirect-limit": "Verkürzen Sie die Kette der Weiterleitungen vor der Startseite und prüfen Sie erneut.",
		"redirect-loop":
			"Lösen Sie die Schleife auf: Jede Weiterleitung muss zu einer Seite führen, die antwortet. Prüfen Sie dann erneut.",
		"name-not-found": "Prüfen Sie den Namen der Domain und ihre DNS-Einträge, dann prüfen Sie erneut.",
		"name-lookup-failed":
			"Prüfen Sie die Nameserver der Domain; wenn sie funktionieren, prüfen Sie die Website später erneut.",
		"connection-refused": CHECK_SERVER,
		"connection-failed": CHECK_SERVER,
		"connection-timeout": CHECK_SERVER,
		"headers-timeout": "Finden Sie heraus, warum die erste Antwort so lange dauert, und prüfen Sie erneut.",
		"deadline-exceeded": "Finden Sie heraus, warum die Website so langsam antwortet, und prüfen Sie erneut.",
		"machine-busy": "Prüfen Sie in einigen Minuten erneut: Unser Server war ausgelastet.",
		"site-unavailable": "Warten Sie, bis die Website wieder antwortet, und prüfen Sie erneut.",
		"request-unsendable": "Schreiben Sie Adressen und Kennungen in sichtbarem ASCII und prüfen Sie die Website erneut.",
		"http-malformed": "Finden Sie den Server oder Proxy, der fehlerhaftes HTTP sendet, und prüfen Sie erneut.",
		"headers-too-large": "Senden Sie weniger oder kürzere Antwort-Header; meist sind große Cookies die Ursache.",
		"body-too-large": "Verkleinern Sie die Startseite auf wenige Megabyte HTML und prüfen Sie erneut.",
		"body-undecodable":
			"Vergleichen Sie den Header Content-Encoding mit dem, was der Server sendet, und prüfen Sie erneut.",
		"tls-invalid": "Erneuern oder reparieren Sie das Zertifikat und prüfen Sie erneut.",
		"robots-refused": "Wenn Sie eine Prüfung wünschen, entfernen Sie die Gruppe für SightlineBot aus der robots.txt.",
		"wait-requested":
			"Die Website hat uns gebeten, später wiederzukommen. Prüfen Sie sie, wenn sie weniger ausgelastet ist.",
		challenged: LET_US_IN,
		"request-budget": OUR_SIDE,
		"page-too-complex": "Vereinfachen Sie das Markup der Seite: Es ist tiefer verschachtelt, als HTML-Leser folgen.",
		"not-html": "Liefern Sie die Startseite als HTML mit dem Medientyp text/html aus und prüfen Sie erneut.",
		"evidence-thin": "Lassen Sie SightlineBot die Startseite und die verlinkten Dateien abrufen und prüfen Sie erneut.",
		"folder-unreadable":
			"Geben Sie den Ordner mit der fertigen Website an, der eine index.html enthält, und prüfen Sie erneut.",
		"not-in-folder":
			"Um das zu prüfen, prüfen Sie die öffentliche Website: Ein Ordner enthält nur die Dateien eines Hosts.",
		"browser-missing":
			"Installieren Sie Chrome oder Chromium, oder setzen Sie CHROME_PATH auf eines davon, und wiederholen Sie die Tiefenprüfung.",
		"browser-failed":
			"Führen Sie die Prüfung nicht als root aus, oder setzen Sie CHROME_PATH auf ein anderes Chrome oder Chromium.",
		"receipt-invalid": OUR_SIDE,
		"receipt-conflict": OUR_SIDE,
		"evidence-missing": OUR_SIDE,
		"list-changed":
			"Stellen Sie die Liste der Fundstellen aus einer Sicherung wieder her, oder prüfen Sie die Website erneut.",
		"store-unavailable": OUR_SIDE,
		overloaded: "Versuchen Sie es in einer Minute erneut: Es laufen zu viele Prüfungen.",
		"shutting-down": "Versuchen Sie es in einer Minute erneut: Der Dienst wurde neu gestartet.",
		"store-busy": OUR_SIDE,
		"log-malformed": OUR_SIDE,
		"log-inconsistent": OUR_SIDE,
		"log-changed": OUR_SIDE,
		"signing-key": OUR_SIDE,
		"signature-invalid": OUR_SIDE,
		"signature-missing": OUR_SIDE,
		"proof-wrong": OUR_SIDE,
		"ed25519-missing": OUR_SIDE,
		"not-fetched": OUR_SIDE,
		"publish-conflict": OUR_SIDE,
		"publish-refused": OUR_SIDE,
		"publish-unreachable": OUR_SIDE,
		"mail-unsent": OUR_SIDE,
		"webhook-refused": OUR_SIDE,
	},
	SHARE: {
		kind: "Prüfung durch {product}",
		title: "{site}, geprüft",
		verdict: "Kurz gesagt",
		costs: "Warum es wichtig ist",
		first: "Die Lösung",
		lookedAt: "Was wir geprüft haben",
		good: "Was gut ist",
		why: "Warum",
		advice: "Was zu tun ist",
		axes: "Struktur {structure}, Zugänglichkeit {accessibility}",
		noScore: "Keine Wertung",
		readBrief: "Bericht lesen",
		checkReceipt: "Prüfbeleg nachprüfen",
		seeHistory: "Verlauf ansehen",
		methodology: "Methodik {methodology}",
	},
	AGENCY: {
		preparedBy: "Erstellt von",
		preparedFor: "Erstellt für {client}",
		action: "Sprechen Sie mit uns über diese Verbesserungen",
		form: "Kontaktformular",
		measured: "Gemessen von {product}, Methodik {methodology}. {agency} kann weder Wertung noch Befunde ändern.",
		method: "Methodik {methodology}, {mode}.",
		checkReceipt: "Prüfbeleg nachprüfen",
	},
	FAILURE_MEANINGS: {
		"name-not-found": "Im DNS gibt es keine Adresse für diesen Namen.",
		"name-lookup-failed": "Die Nameserver der Domain haben nicht geantwortet.",
		"target-blocked": "Der Name oder seine Adresse gehört nicht zum öffentlichen Internet.",
		"connection-refused": "Der Server lehnt Verbindungen ab.",
		"connection-failed": "Die Verbindung brach ab, bevor der Server geantwortet hat.",
		"connection-timeout": "Der Server hat die Verbindung nicht rechtzeitig angenommen.",
		"tls-invalid": "Browser würden dem Zertifikat nicht vertrauen.",
		"request-unsendable": "Eine Adresse der Website enthält Zeichen, die HTTP nicht erlaubt.",
		"headers-timeout": "Der Server hat die Verbindung angenommen, aber nicht rechtzeitig geantwortet.",
		"headers-too-large": "Die Antwort-Header sind größer, als wir lesen.",
		"http-malformed": "Die Antwort ist kein gültiges HTTP.",
		"redirect-blocked": "Eine Weiterleitung führt zu einer Adresse, die nicht öffentlich ist.",
		"redirect-limit": "Die Startseite leitet öfter weiter, als Browser folgen.",
		"redirect-loop": "Die Weiterleitungen der Startseite bilden eine Schleife.",
		"robots-refused": "Die robots.txt der Website weist unseren Bot ab.",
		"wait-requested": "Die Website war ausgelastet oder hat uns gebeten, später wiederzukommen.",
		challenged: "Die Website hat statt ihrer Seite ein CAPTCHA oder eine Bot-Prüfung gezeigt.",
		"request-budget": "Die Prüfung hat alle ihre Abrufe verbraucht.",
		"body-too-large": "Die Seite ist größer, als wir lesen.",
		"body-undecodable": "Die Seite ist nicht so komprimiert, wie ihr Header angibt, oder endet zu früh.",
		"not-html": "Die Startseite ist kein HTML.",
		"page-too-complex": "Die Seite ist tiefer verschachtelt, als wir lesen können.",
		"deadline-exceeded": "Die Zeit der Prüfung war abgelaufen, bevor die Startseite eintraf.",
		"machine-busy": "Unser Server war ausgelastet; die Prüfung sagt nichts über die Website aus.",
		"site-unavailable": "Die Website war nicht erreichbar oder in Wartung; das kann vorübergehend sein.",
		"evidence-thin": "Wir konnten nicht genug von der Website für eine Wertung lesen.",
	},
	SITE_PAGES: {
		title: "Seiten",
		count: { one: "{count} Seite", other: "{count} Seiten" },
		note: "Beurteilt: {pages}. Seiten einer Vorlage zählen als eine, damit viele gleichartige Seiten den Rest nicht überwiegen.",
		templates: "Wertung und schwerster Mangel jeder Vorlage",
		template: "Vorlage",
		further: "weitere Vorlagen",
		pages: "Seiten",
		score: "Wertung",
		worst: "Schwerster Mangel",
		byFault: "Mängel und die betroffenen Seiten",
		fault: "Mangel",
		atFault: "Betroffene Seiten",
		where: "Wo",
		share: "{short} von {judged}",
		cause: { one: "{count} Seite von {template}", other: "{count} Seiten von {template}" },
		elsewhere: "{count} anderswo",
		on: "Betroffen: {share}.",
		onHome: "Auf der Startseite.",
		onOne: "Betroffen: {share}, alle von {template}.",
		onWhere: "Betroffen: {share}: {where}.",
		read: "Gelesen: {read} von {known}.",
		left: "Nicht gelesen, unter anderem:",
		readAll: "Gelesen: {read}.",
		search: "Mängel und Seiten durchsuchen",
		places: "Die schwersten {count} Stellen, Seite für Seite",
		page: "Seite",
		position: "Zeile",
		excerpt: "Was dort steht",
		all: "Alle {count} Stellen:",
	},
	SENTENCES: {
		reach: {
			mayList: "Darf die Startseite lesen und aufführen.",
			mayAnswer: "Darf die Startseite für Antworten lesen.",
			mayAnswerAndOpen: "Darf die Startseite für Antworten lesen und auf Anfrage öffnen.",
			homeAnswersUs:
				"Die Startseite antwortet unserem Agenten mit {status}; wie sie anderen antwortet, ist von außen nicht erkennbar.",
			homeAnswersUsAndBrowser:
				"Die Startseite antwortet unserem Agenten mit {status} und einem Browser mit {status2}; wie sie anderen antwortet, ist von außen nicht erkennbar.",
			lineShutsOutAnswers: "Zeile {line} der robots.txt sperrt den Dienst aus; er kann nicht aus der Seite antworten.",
			lineShutsOutSearch:
				"Zeile {line} der robots.txt sperrt die Suchmaschine aus; sie kann nicht aufführen, was die Seite sagt.",
			lineShutsIndexOut:
				"Zeile {line} der robots.txt sperrt den Index aus; er findet und zitiert die Seite nicht. Auf Anfrage darf sie geöffnet werden.",
			lineKeepsGrounding:
				"Zeile {line} der robots.txt hält die Antworten von dem fern, was der Google-Index über die Seite weiß. Auf Anfrage darf sie geöffnet werden.",
			lineKeepsFromOpening:
				"Darf die Seite finden und zitieren; Zeile {line} der robots.txt verhindert, dass sie auf Anfrage geöffnet wird.",
			readsWithoutScripts: "Darf kommen, findet aber kaum Text: Die Seite wird ohne Skripte gelesen.",
			sendsToLogin: "Die Startseite leitet Besucher zu einer Anmeldung.",
			certificateNotTrusted:
				"Das Zertifikat ist nicht vertrauenswürdig; ob die Seite trotzdem gelesen wird, ist von außen nicht erkennbar.",
			robotsAnswers: "Die robots.txt antwortet mit {status}; der Dienst bleibt fern, bis das behoben ist.",
			robotsAnswersIndex:
				"Die robots.txt antwortet mit {status}; der Index bleibt fern, bis das behoben ist. Auf Anfrage darf die Seite geöffnet werden.",
			robotsSilent: "Die robots.txt antwortet nicht; der Dienst bleibt fern, bis das behoben ist.",
			robotsSilentIndex:
				"Die robots.txt antwortet nicht; der Index bleibt fern, bis das behoben ist. Auf Anfrage darf die Seite geöffnet werden.",
			robotsNotKnown: "Die robots.txt antwortet mit {status}; ihre Regeln sind deshalb nicht bekannt.",
			robotsNotRead: "Die robots.txt ließ sich nicht lesen; ihre Regeln sind deshalb nicht bekannt.",
			listsOtherSite:
				"Darf die Seite lesen und führt meist die andere Website auf, die sie als ihre eigene Adresse nennt.",
			citesOtherSite:
				"Darf die Seite lesen und zitiert meist die andere Website, die sie als ihre eigene Adresse nennt.",
			asksForLogin: "Die Startseite antwortet mit {status}: Sie verlangt von allen eine Anmeldung.",
			asksForPayment: "Die Startseite antwortet mit {status}: Sie verlangt von allen eine Zahlung.",
			noSuchPage: "Die Startseite antwortet mit {status}: Eine solche Seite gibt es nicht.",
			goneForGood: "Die Startseite antwortet mit {status}: Die Seite ist endgültig entfernt.",
			vendorSilent: "Darf die Startseite lesen; wie ihr {word} gewertet wird, sagt der Anbieter nicht.",
			tagKeepsFromList: "Ein Robots-Tag sagt {word}; die Seite darf nicht aufgeführt werden.",
			tagKeepsFromAnswers: "Ein Robots-Tag sagt {word}; die Seite fehlt in den Antworten.",
			tagKeepsFromAnswersNotOpening:
				"Ein Robots-Tag sagt {word}; die Seite fehlt in den Antworten. Auf Anfrage darf sie geöffnet werden.",
			tagKeepsFromQuotes: "Ein Robots-Tag sagt {word}; die Seite darf aufgeführt, aber nicht zitiert werden.",
			tagKeepsFromQuotesNamed: "Ein Robots-Tag sagt {word}; die Seite darf genannt, aber nicht zitiert werden.",
			tagKeepsFromUse: "Ein Robots-Tag sagt {word}; die Seite wird weder verwendet noch verlinkt.",
			tagShortens: "Ein Robots-Tag sagt {word}; gezeigt werden nur Titel und Auszug.",
			headerKeepsFromList: "Der Header {header} sagt {word}; die Seite darf nicht aufgeführt werden.",
			headerKeepsFromAnswers: "Der Header {header} sagt {word}; die Seite fehlt in den Antworten.",
			headerKeepsFromAnswersNotOpening:
				"Der Header {header} sagt {word}; die Seite fehlt in den Antworten. Auf Anfrage darf sie geöffnet werden.",
			headerKeepsFromQuotes: "Der Header {header} sagt {word}; die Seite darf aufgeführt, aber nicht zitiert werden.",
			headerKeepsFromQuotesNamed: "Der Header {header} sagt {word}; die Seite darf genannt, aber nicht zitiert werden.",
			headerKeepsFromUse: "Der Header {header} sagt {word}; die Seite wird weder verwendet noch verlinkt.",
			headerShortens: "Der Header {header} sagt {word}; gezeigt werden nur Titel und Auszug.",
			withheldFromList:
				"Der gesamte Text steht in data-nosnippet; die Seite darf aufgeführt, aber nicht zitiert werden.",
			withheldFromNaming:
				"Der gesamte Text steht in data-nosnippet; die Seite darf genannt, aber nicht zitiert werden.",
		},
		pillar: {
			onePasses: "Der einzige Prüfpunkt ist in Ordnung.",
			allPass: "Alle {all} Prüfpunkte sind in Ordnung.",
			somePass: "{passed} von {all} Prüfpunkten in Ordnung.",
			somePassOne: "{passed} von {all} Prüfpunkten in Ordnung.",
			somePassOfOne: "{passed} von {all} Prüfpunkt in Ordnung.",
			somePassOfOnePartly: "{passed} von {all} Prüfpunkt in Ordnung, {partly} teilweise.",
			partlyOne: "{passed} von {all} Prüfpunkten in Ordnung, {partly} teilweise.",
			partlyMany: "{passed} von {all} Prüfpunkten in Ordnung, {partly} teilweise.",
			partlyOneOfOne: "{passed} von {all} Prüfpunkten in Ordnung, {partly} teilweise.",
			partlyManyOfOne: "{passed} von {all} Prüfpunkten in Ordnung, {partly} teilweise.",
			basicsTakeOfAll: "Von {points} Punkten kosten fehlende Grundlagen {away}.",
			basicsTake: "Das ergibt {points} Punkte; fehlende Grundlagen kosten {away}.",
			cappedAt: "Ein schwerer Mangel begrenzt dies auf {cap}.",
			nothingApplies: "Hier trifft nichts auf diese Website zu.",
			nothingLookedAt: "Hier konnte in dieser Prüfung nichts geprüft werden.",
		},
		kind: {
			kindNotShown: "Die Startseite lässt nicht erkennen, welcher Art diese Website ist.",
			kindWithoutHome: "Ohne Startseite ließ sich nicht erkennen, welcher Art diese Website ist.",
			kindNotClear: "Die Startseite lässt nicht deutlich genug erkennen, welcher Art diese Website ist.",
			kindUndecided: "Für zwei Arten von Website spricht gleich viel.",
			kindSet: "Vom Betreiber der Prüfliste festgelegt.",
			kindDeclared: "Die Startseite gibt den schema.org-Typ {type} an.",
			kindDeclaredAnd: "Die Startseite gibt die schema.org-Typen {type} und {type2} an.",
			kindSeen: "Das geht aus der Startseite hervor.",
		},
		access: {
			gets: "{list}: erhält Ihre Seiten, {n} geprüfte {n:Anfrage|Anfragen} in 30 Tagen, davon {share} % beantwortet.",
			letIn: "{list}, laut robots.txt zugelassen",
			named: "{list}",
			refusedSuchAs:
				"{part}: Ihre Firewall oder Ihr Server hat {n} von {all} geprüften Anfragen abgewiesen, zum Beispiel {path} ({status}).",
			refused: "{part}: Ihre Firewall oder Ihr Server hat {n} von {all} geprüften Anfragen abgewiesen.",
			limited: "{part}: Ihr Server hat viele Anfragen mit „zu viele Anfragen“ (429) abgewiesen, {n} von {all}.",
			failed: "{part}: Ihr Server ist bei {n} von {all} geprüften Anfragen gescheitert (500 und höher).",
			closedTaken:
				"Die robots.txt sperrt die Website für {list} ({code}); trotzdem {n:ging|gingen} {n} {n:Seite|Seiten} an geprüfte Anfragen.",
			closed: "Die robots.txt sperrt die Website für {list} ({code}); keine Seite ging dorthin.",
			never: "In diesen Protokollen kommt keine Anfrage vor von: {list}.",
			stopped: "Früher kamen Anfragen von {list}, inzwischen nicht mehr.",
			spoofed: "Keine geprüfte Anfrage von {list}: Alle {n} kamen von Adressen, die nicht dem Anbieter gehören.",
			unverifiable:
				"{n} {n:Anfrage nannte|Anfragen nannten} {list}, aber nichts zeigt, wer sie gesendet hat: Der Anbieter veröffentlicht keine Adressen, oder ein Proxy verbirgt sie.",
		},
		finding: {
			couldNotLook: "Wir konnten es nicht prüfen: Die nötige Antwort der Website fehlte.",
			followsFrom: "Folgt aus „{title}“: {sentence}",
			followsFromAnything: "Folgt aus „{title}“.",
			followsFromAlone: "Folgt aus „{title}“.",
			noHomePage: "Die Startseite antwortet mit {status}; es gibt keine Seite zu prüfen.",
			noneOfPages: "Trifft auf keine der {pages} Seiten zu. {sentence}",
			deepOnly: "Das wird nur in einer Tiefenprüfung geprüft.",
			otherKind: "Trifft auf diese Art von Website nicht zu.",
			homeOnly: "Eine Kurzprüfung betrachtet nur die Startseite.",
			notInFolder: "Ein Ordner kann das nicht zeigen; es wird an der öffentlichen Website geprüft.",
			moreThanKept: "Es ist mehr, als von einer Prüfung aufbewahrt wird: Betrachtet wurden {kept} von {all}.",
			pagesPass: "{passed} von {judged} Seiten sind in Ordnung.",
			onePagePasses: "{passed} von {judged} Seite ist in Ordnung.",
			pagesPassOthers: "{passed} von {judged} Seiten sind in Ordnung; auf {others} weitere trifft es nicht zu.",
			onePagePassesOthers: "{passed} von {judged} Seite ist in Ordnung; auf {others} weitere trifft es nicht zu.",
			atWorst: "Schwerster Fall: {sentence}",
			atWorstOn: "Schwerster Fall, auf {url}: {sentence}",
			atWorstCut: "Die schwerste Stelle zeigen die Nachweise. {sentence}",
			atWorstCutAlone: "Die schwerste Stelle zeigen die Nachweise.",
			atWorstOnCut: "Am schwersten ist der Mangel auf {url}. {sentence}",
			atWorstOnCutAlone: "Am schwersten ist der Mangel auf {url}.",
			forExample: "Zum Beispiel: {sentence}",
			forExampleOn: "Zum Beispiel auf {url}: {sentence}",
			sharedTemplateAll:
				"Auf allen {pages} Seiten mit diesem Mangel steht derselbe Code; eine Änderung der Seitenvorlage behebt ihn überall.",
			sharedTemplateMost:
				"Auf {most} von {pages} Seiten mit diesem Mangel steht derselbe Code; eine Änderung der Seitenvorlage behebt ihn dort.",
		},
	},
	PRESET_LABELS: {
		general: "Allgemeine Website",
		saas: "Software als Dienst",
		ecommerce: "Online-Shop",
		publisher: "Verlag oder Magazin",
		"local-business": "Lokales Unternehmen",
		docs: "Dokumentation",
		"professional-services": "Dienstleister",
	},
	PILLAR_WORDS: {
		access: { label: "Zugang für Crawler und Agenten", within: "Zugang für Crawler und Agenten" },
		discovery: { label: "Auffindbarkeit und Indexierung", within: "Auffindbarkeit und Indexierung" },
		delivery: { label: "Auslieferung, Vertrauen und Tempo", within: "Auslieferung, Vertrauen und Tempo" },
		content: { label: "Lesbarkeit der Inhalte", within: "Lesbarkeit der Inhalte" },
		data: { label: "Strukturierte Daten und Identität", within: "Strukturierte Daten und Identität" },
		semantics: { label: "Barrierefreiheit und Bedienbarkeit", within: "Barrierefreiheit und Bedienbarkeit" },
		interfaces: { label: "Schnittstellen für Agenten", within: "Schnittstellen für Agenten" },
		safety: { label: "Sicherheit der Inhalte und Handel", within: "Sicherheit der Inhalte und Handel" },
	},
	REFUSAL: "Sightline verkauft messbare Struktur, Zugänglichkeit und Prüfbelege, keine Platzierungen in KI-Modellen.",
};
