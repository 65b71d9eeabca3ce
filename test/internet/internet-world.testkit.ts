/** What the Internet of a test consists of; handed to its server as JSON. */
export interface InternetWorld {
	/** By host name; `*.example.com` stands for every name below that has no entry of its own. */
	readonly hosts: Readonly<Record<string, InternetHost>>;
}

export interface InternetHost {
	/**
	 * Addresses that its name resolves to, IPv4 and IPv6 mixed; one of its own where absent. A list of lists answers each
	 * further question with the next, the last again and again: a name that is rebound.
	 */
	readonly addresses?: readonly string[] | readonly (readonly string[])[];
	/** Path → text, or answer; `*` for all others. What is missing is 404. */
	readonly paths?: Readonly<Record<string, string | InternetAnswer>>;
	/** A module of the repository whose `answer(request, response)` serves every path in place of `paths`. */
	readonly module?: string | undefined;
	/** Fault of its DNS answers; none by default. */
	readonly names?: NameFault | undefined;
	readonly certificate?: CertificateFault | undefined;
}

/** Faults of a name server's answers. */
export const NAME_FAULTS = [
	"silent",
	"slow",
	/** Answers only for IPv4. */
	"half-silent",
	"refused",
	"server-failure",
	"garbage",
	"other-id",
	"other-case",
	"other-name",
	/** Says that the answer was cut, where nobody answers by TCP. */
	"cut",
	"pointer-loop",
	"alias-loop",
	"alias-chain",
] as const;
export type NameFault = (typeof NAME_FAULTS)[number];

export const CERTIFICATE_FAULTS = ["expired", "other-name", "self-signed"] as const;
export type CertificateFault = (typeof CERTIFICATE_FAULTS)[number];

export interface InternetAnswer {
	readonly status?: number;
	readonly headers?: Readonly<Record<string, string>>;
	readonly body?: string;
	/** Binary alternative to `body`. */
	readonly base64?: string;
	readonly delayMs?: number;
	/** Sends the body a byte at a time, with so many milliseconds between. */
	readonly dripMs?: number;
}

/** Request or connection at a listener. */
export interface InternetRequest {
	readonly kind: "request";
	readonly host: string;
	readonly path: string;
	readonly userAgent: string;
	/** Absent in what modules of hosts write themselves. */
	readonly method?: string | undefined;
	/** Whether over HTTPS. */
	readonly encrypted?: boolean | undefined;
	/** Its signature fields, if any. */
	readonly signed?: Readonly<Record<string, string>> | undefined;
}

/** A connection to a non-public address: the firewall failed. */
export interface InwardConnection {
	readonly kind: "inward";
	readonly address: string;
	readonly port: number;
}

export type InternetEvent = InternetRequest | InwardConnection;

/** Documentation and test blocks are not public; these are, and lead nowhere outside the namespace. */
export function ownAddresses(index: number): readonly [string, string] {
	return [`93.184.${100 + (index >> 8)}.${index & 0xff}`, `2a00:1450:4001:${(index + 1).toString(16)}::1`];
}

/** Private and reserved ranges that the namespace treats as its own, so that a connection there would be accepted. */
export const INWARD_RANGES = [
	"10.0.0.0/8",
	"100.64.0.0/10",
	"169.254.0.0/16",
	"172.16.0.0/12",
	"192.168.0.0/16",
	"192.0.0.0/24",
	"192.0.2.0/24",
	"198.18.0.0/15",
	"198.51.100.0/24",
	"203.0.113.0/24",
	"240.0.0.0/4",
	"64:ff9b::/96",
	"64:ff9b:1::/48",
	"100::/64",
	"2001::/23",
	"2001:db8::/32",
	"2002::/16",
	"3fff::/20",
	"5f00::/16",
	"fc00::/7",
	"fec0::/10",
] as const;

/** Public addresses that drop all packets. */
export const BLACK_HOLE = "93.185.0.0/16";

/** Ports on which connections are accepted; 80 and 443 are also those of the public sites. */
export const LISTENED_PORTS = [80, 443, 22, 25, 3306, 6379, 8080, 9200] as const;
