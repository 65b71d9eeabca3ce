/** What a hostile site is made of: a few functions of what it is asked, the same whoever asks and whenever. */

import type { Socket } from "node:net";
import type { CertificateFault, NameFault } from "../internet/internet-world.testkit.ts";

export interface HostileSite {
	/** First label of its host, unique in the catalogue. */
	readonly name: string;
	/** Path → answer; `*` for all others. What is missing is 404, and the home page an ordinary one. */
	readonly paths: Readonly<Record<string, HostileAnswer>>;
	readonly mode?: "light" | "deep" | undefined;
	/** Delays an audit without using its processor time. */
	readonly waits?: boolean | undefined;
	readonly addresses?: readonly string[] | readonly (readonly string[])[] | undefined;
	readonly names?: NameFault | undefined;
	readonly certificate?: CertificateFault | undefined;
}

export type HostileAnswer = Reply | ((asked: Asked) => Reply) | RawAnswer;

export interface Asked {
	readonly host: string;
	readonly path: string;
	readonly method: string;
	/** Number of earlier requests to this site. */
	readonly before: number;
}

export interface Reply {
	readonly status?: number | undefined;
	readonly headers?: Readonly<Record<string, string | readonly string[]>> | undefined;
	/** Made when it is asked for: hundreds of these would not fit into memory together. */
	readonly body?: string | (() => string | Uint8Array) | undefined;
}

/** Speaks for itself on the connection, which is TLS where the request came by https. */
export interface RawAnswer {
	readonly raw: (socket: Socket) => void;
}

type SiteOptions = Partial<Omit<HostileSite, "name" | "paths">>;

export const site = (name: string, paths: HostileSite["paths"], options: SiteOptions = {}): HostileSite => ({
	name,
	paths,
	...options,
});

/** A normal page around hostile content. */
export const page = (body: string, head = "") =>
	`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A site</title>${head}</head><body><main><h1>A site</h1><p>${WORDS}</p>${body}</main></body></html>`;

const WORDS = "We repair boats by the sea, since 1974, and sell what is needed for them. ".repeat(12);

/** A site with this in the main part of its home page. */
export const inPage = (name: string, body: () => string, options?: SiteOptions) =>
	site(name, { "/": { body: () => page(body()) } }, options);

/** A site with this in the head of its home page. */
export const inHead = (name: string, head: () => string, options?: SiteOptions) =>
	site(name, { "/": { body: () => page("", head()) } }, options);

/** A site with a normal home page and one hostile file. */
export const withFile = (name: string, path: string, type: string, body: () => string | Uint8Array) =>
	site(name, { [path]: typed(type, body) });

export const typed = (type: string, body: () => string | Uint8Array): Reply => ({
	headers: { "content-type": type },
	body,
});

export const redirect = (location: string, status = 302): Reply => ({ status, headers: { location } });

export const numbered = (count: number, item: (index: number) => string) =>
	Array.from({ length: count }, (_, index) => item(index)).join("");
