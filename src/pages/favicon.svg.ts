import type { APIRoute } from "astro";
import icon from "./_favicon.svg?raw";

export const GET: APIRoute = () => new Response(icon, { headers: { "Content-Type": "image/svg+xml" } });
