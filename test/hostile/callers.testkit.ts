// Runs beside a server, in its network: passes on what is asked of it, from the source address that `x-from` names, so
// that one test can be a hundred callers.
import { request as ask, createServer } from "node:http";

const [socketPath = "", port = ""] = process.argv.slice(2);

createServer((request, response) => {
	const { "x-from": from = "127.0.0.1", ...headers } = request.headers;
	const { method, url: path } = request;
	const passed = ask({ host: "127.0.0.1", port, localAddress: String(from), method, path, headers, agent: false });
	passed.on("response", (answer) => {
		response.writeHead(answer.statusCode ?? 0, answer.headers);
		answer.on("error", () => response.destroy());
		answer.pipe(response);
	});
	passed.on("error", () => response.destroy());
	response.on("close", () => passed.destroy());
	request.pipe(passed);
}).listen(socketPath, () => process.stdout.write("ready\n"));
