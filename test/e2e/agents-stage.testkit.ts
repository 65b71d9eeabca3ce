/** A built server with an agent provider, a client document and a DID in a test Internet; never shipped. */

import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import * as oauth from "oauth4webapi";
import { openTestInternet, type TestInternet, whyNoTestInternet } from "../internet/test-internet.testkit.ts";
import { openStage, type Stage } from "./people-stage.testkit.ts";
import type { Visitor } from "./people-visitor.testkit.ts";

export const PROVIDER = "https://provider.example.net";
/** An untrusted provider. */
export const STRANGER = "https://stranger.example.net";
export const DID = "did:web:agent.example.net";
/** A client's metadata document, which is its id, and its redirect URI. */
export const DOCUMENT_CLIENT = "https://app.example.net/client.json";
export const BACK = "https://app.example.net/back";

export const JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer";

/** Why the test Internet is unavailable; undefined if it is available. */
export const whyNoWorld = whyNoTestInternet();

/** A party's key and signatures. */
export interface Signer {
	readonly privateKey: CryptoKey;
	readonly jwk: Readonly<Record<string, unknown>> & { readonly kid: string };
	sign(claims: Readonly<Record<string, unknown>>, header?: Readonly<Record<string, unknown>>): Promise<string>;
}

export async function makeSigner(): Promise<Signer> {
	const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
	const bare = await exportJWK(publicKey);
	const jwk = { ...bare, alg: "ES256", use: "sig", kid: await calculateJwkThumbprint(bare) };
	return {
		privateKey: privateKey as CryptoKey,
		jwk,
		sign: (claims, header = {}) =>
			new SignJWT(claims as JWTPayload).setProtectedHeader({ alg: "ES256", kid: jwk.kid, ...header }).sign(privateKey),
	};
}

export interface AgentStage extends Stage {
	readonly issuer: URL;
	/** Of the provider, who vouches for its users, of somebody who is not trusted, and of the DID. */
	readonly provider: Signer;
	readonly stranger: Signer;
	readonly did: Signer;
	readonly internet: TestInternet | undefined;
}

/** @param limits in addition to those of account pages */
export async function openAgentStage(limits: string): Promise<AgentStage> {
	const [provider, stranger, did] = await Promise.all([makeSigner(), makeSigner(), makeSigner()]);
	const json = (value: unknown) => ({ headers: { "content-type": "application/json" }, body: JSON.stringify(value) });
	const method = { id: `${DID}#key`, type: "JsonWebKey", controller: DID, publicKeyJwk: did.jwk };
	const document = { id: DID, verificationMethod: [method], authentication: [method.id] };
	const client = { client_id: DOCUMENT_CLIENT, client_name: "A known app", redirect_uris: [BACK] };
	const hosts = {
		"provider.example.net": { paths: { "/.well-known/jwks.json": json({ keys: [provider.jwk] }) } },
		"stranger.example.net": { paths: { "/.well-known/jwks.json": json({ keys: [stranger.jwk] }) } },
		"agent.example.net": { paths: { "/.well-known/did.json": json(document) } },
		"app.example.net": { paths: { "/client.json": json(client) } },
		"inward.example.net": { addresses: ["10.0.0.1"] },
	};
	const internet = whyNoWorld === undefined ? await openTestInternet({ hosts }) : undefined;
	const stage = await openStage({
		internet,
		environment: {
			SIGHTLINE_TRUSTED_ISSUERS: JSON.stringify([{ issuer: PROVIDER, name: "A provider" }]),
			SIGHTLINE_LIMITS: `burst=5000/10s reading=5000/10s form=1000/1h sign-in=1000/15m key=1000/1h ${limits}`,
		},
	});
	const close = async () => {
		await stage.close();
		await internet?.close();
	};
	return { ...stage, issuer: new URL(stage.home), provider, stranger, did, internet, close };
}

/** Authorization URL of a client. */
export async function authorizationOf(
	{ home }: Pick<Stage, "home">,
	clientId: string,
	verifier: string,
	more: Readonly<Record<string, string>> = {},
): Promise<URL> {
	const url = new URL(`${home}/oauth/authorize`);
	const pkce = { code_challenge: await oauth.calculatePKCECodeChallenge(verifier), code_challenge_method: "S256" };
	const asked = {
		response_type: "code",
		client_id: clientId,
		redirect_uri: BACK,
		state: "s",
		scope: "openid audit:read",
	};
	url.search = new URLSearchParams({ ...asked, ...pkce, ...more }).toString();
	return url;
}

/** Answers a client's consent page. @returns the redirect target */
export async function answerConsent(
	{ home }: Pick<Stage, "home">,
	person: Visitor,
	url: URL,
	answer = "allow",
): Promise<URL> {
	const page = await person.visit(url.href.replace(home, ""));
	if (page.status !== 200) throw new Error(`The person was not asked (${page.status}): ${page.text}`);
	const { headers, text } = await person.send(page.path, answer, {}, { follow: false });
	const location = headers.get("location");
	if (location === null) throw new Error(`The person was not led back: ${text}`);
	return new URL(location);
}

/** Members of all answers that tests look at, each in its own. */
export interface AnswerBody {
	readonly error?: string;
	readonly access_token?: string;
	readonly id_token?: string;
	readonly refresh_token?: string;
	readonly client_id?: string;
	readonly id?: string;
	readonly identity?: { readonly assertion: string; readonly refresh_token?: { readonly value: string } };
	readonly claim?: { readonly token: string; readonly attempt?: { readonly verification_uri: string } };
	readonly attempt?: { readonly verification_uri: string };
}

/** Posts JSON to a path below home. */
export async function postJson({ home }: Pick<Stage, "home">, path: string, body: unknown) {
	const headers = { "content-type": "application/json" };
	return answerOf(await fetch(home + path, { method: "POST", headers, body: JSON.stringify(body) }));
}

/** Posts a form to a path below home. */
export async function postForm(
	{ home }: Pick<Stage, "home">,
	path: string,
	form: Record<string, string>,
	headers = {},
) {
	return answerOf(await fetch(home + path, { method: "POST", headers, body: new URLSearchParams(form) }));
}

/** Parses the parts of a response that tests use. */
export async function answerOf(response: Response) {
	const text = await response.text();
	const isJson = /[/+]json\b/.test(response.headers.get("content-type") ?? "");
	const body: AnswerBody = isJson && text !== "" ? JSON.parse(text) : {};
	return { status: response.status, headers: response.headers, text, body };
}
