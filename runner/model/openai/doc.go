// Package openai speaks the protocol of OpenAI's chat completions, which most
// servers of open models speak as well: vLLM, llama.cpp, SGLang, Ollama, and the
// endpoints of many providers. It only translates; everything else is in
// runner/model/remote.
//
// Facts of the format: OpenAI's API reference, "Chat Completions", and the sources
// of vLLM and llama.cpp for what they add (reasoning_content) and leave out (usage,
// the final [DONE]).
package openai
