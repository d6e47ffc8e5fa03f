package conform

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// gemini follows https://ai.google.dev/api/generate-content and its guides to
// thinking, tokens and troubleshooting. The key is taken from the header alone: a
// key in a URL ends up in logs.
type gemini struct{}

const (
	geminiFields = "contents systemInstruction system_instruction generationConfig generation_config safetySettings safety_settings cachedContent serviceTier store"
	geminiConfig = "stopSequences candidateCount maxOutputTokens temperature topP topK seed presencePenalty frequencyPenalty " +
		"responseMimeType responseSchema responseJsonSchema responseLogprobs logprobs thinkingConfig enableEnhancedCivicAnswers mediaResolution responseModalities"
)

const (
	geminiWhole  = ":generateContent"
	geminiStream = ":streamGenerateContent"
)

func (gemini) key(r *http.Request) string { return r.Header.Get("X-Goog-Api-Key") }

type geminiContent struct {
	Role  string `json:"role"`
	Parts []struct {
		Text *string `json:"text"`
	} `json:"parts"`
}

func (c geminiContent) text() (text string, ok bool) {
	for _, p := range c.Parts {
		if p.Text == nil {
			return "", false
		}
		text += *p.Text
	}
	return text, len(c.Parts) > 0
}

func (gemini) read(r *Request) *mistake {
	path, stream := strings.CutSuffix(r.Path, geminiStream)
	path = strings.TrimSuffix(path, geminiWhole)
	r.Model, r.Stream = path[strings.LastIndex(path, "/")+1:], stream

	var body, config map[string]json.RawMessage
	if json.Unmarshal(r.Body, &body) != nil {
		return invalid("Invalid JSON payload received. Unexpected token.")
	}
	if name := unknown(body, geminiFields); name != "" {
		return invalid(fmt.Sprintf("Invalid JSON payload received. Unknown name %q: Cannot find field.", name))
	}
	var contents []geminiContent
	var system *geminiContent
	var temperature, top float64
	var candidates int
	var thinking struct {
		Budget *int   `json:"thinkingBudget"`
		Level  string `json:"thinkingLevel"`
	}
	if !field(body, "contents", &contents) || !field(body, "systemInstruction", &system) || !field(body, "generationConfig", &config) {
		return invalid("Invalid JSON payload received. Invalid value.")
	}
	if name := unknown(config, geminiConfig); name != "" {
		return invalid(fmt.Sprintf("Invalid JSON payload received. Unknown name %q at 'generation_config': Cannot find field.", name))
	}
	for _, f := range []struct {
		name string
		into any
	}{
		{"temperature", &temperature}, {"topP", &top}, {"candidateCount", &candidates},
		{"maxOutputTokens", &r.MaxTokens}, {"thinkingConfig", &thinking}, {"seed", new(int32)},
	} {
		if !field(config, f.name, f.into) {
			return invalid(fmt.Sprintf("Invalid value at 'generation_config.%s'", f.name))
		}
	}
	_, hasLimit := config["maxOutputTokens"]
	switch {
	case len(contents) == 0:
		return invalid("* GenerateContentRequest.contents: contents is not specified\n")
	case temperature < 0 || temperature > 2:
		return invalid("* GenerateContentRequest.generation_config.temperature: temperature must be in the range [0.0, 2.0].\n")
	case top < 0 || top > 1:
		return invalid("* GenerateContentRequest.generation_config.top_p: top_p must be in the range [0.0, 1.0].\n")
	case hasLimit && r.MaxTokens < 1:
		return invalid("* GenerateContentRequest.generation_config.max_output_tokens: max_output_tokens must be positive.\n")
	case candidates < 0 || candidates > 1:
		return invalid("This server gives one candidate: leave candidateCount at 1.")
	case thinking.Budget != nil && thinking.Level != "":
		return invalid("You can only set only one of thinking budget and thinking level.")
	}
	if system != nil {
		text, ok := system.text()
		if !ok {
			return invalid("* GenerateContentRequest.system_instruction.parts: contents.parts must not be empty.\n")
		}
		r.System = text
	}
	for i, c := range contents {
		text, ok := c.text()
		role := map[string]string{"user": "user", "": "user", "model": "assistant"}[c.Role]
		switch {
		case role == "":
			return invalid("Please use a valid role: user, model.")
		case !ok:
			return invalid(fmt.Sprintf("* GenerateContentRequest.contents[%d].parts: contents.parts must not be empty.\n", i))
		}
		r.Messages = append(r.Messages, Message{role, text})
	}
	return nil
}

var geminiFinish = map[Finish]string{Stop: "STOP", Length: "MAX_TOKENS", Refusal: "PROHIBITED_CONTENT", Filtered: "SAFETY"}

// frame is one response: the whole, or an event. Texts are its new parts.
func (g gemini) frame(r *Request, p *Reply, thinking, text string, last bool) obj {
	f := obj{"modelVersion": r.Model + "-001", "responseId": r.Call}
	if p.shape != noUsage {
		in, out, thought := r.counts(p)
		usage := obj{"promptTokenCount": in, "totalTokenCount": in + out}
		if p.Cached > 0 {
			usage["cachedContentTokenCount"] = p.Cached
		}
		if last && p.Finish != Blocked {
			usage["candidatesTokenCount"] = out - thought // without the thoughts
			if thought > 0 {
				usage["thoughtsTokenCount"] = thought
			}
		}
		f["usageMetadata"] = usage
	}
	switch {
	case p.Finish == Blocked:
		f["promptFeedback"] = obj{"blockReason": "PROHIBITED_CONTENT"}
		return f
	case p.shape == empty:
		return f
	}
	var parts []obj
	if thinking != "" {
		parts = append(parts, obj{"text": thinking, "thought": true})
	}
	if text != "" {
		parts = append(parts, obj{"text": text})
	}
	candidate := obj{"index": 0}
	if len(parts) > 0 {
		candidate["content"] = obj{"role": "model", "parts": parts}
	} else if p.Finish != Filtered {
		candidate["content"] = obj{"role": "model"}
	}
	if last {
		candidate["finishReason"] = geminiFinish[p.Finish]
	}
	f["candidates"] = []obj{candidate}
	return f
}

func (g gemini) whole(r *Request, p *Reply) []byte {
	return marshal(g.frame(r, p, p.Thinking, p.Text, true))
}

func (g gemini) stream(r *Request, p *Reply) []event {
	var events []event
	send := func(thinking, text string, last bool) {
		events = append(events, event{data: marshal(g.frame(r, p, thinking, text, last))})
	}
	if p.shape != empty && p.Finish != Blocked {
		for _, s := range pieces(p.Thinking) {
			send(s, "", false)
		}
		for _, s := range pieces(p.Text) {
			send("", s, false)
		}
	}
	send("", "", true)
	return events
}

var geminiErrors = map[kind]struct {
	status    int
	word, say string
	reason    string
}{
	badRequest: {400, "INVALID_ARGUMENT", "Request contains an invalid argument.", ""},
	badKey:     {400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.", "API_KEY_INVALID"},
	noKey:      {403, "PERMISSION_DENIED", "Method doesn't allow unregistered callers (callers without established identity).", ""},
	forbidden:  {403, "PERMISSION_DENIED", "Your API key doesn't have the required permissions.", "API_KEY_SERVICE_BLOCKED"},
	noModel:    {404, "NOT_FOUND", "The model is not found for API version v1beta, or is not supported for generateContent.", ""},
	tooLong:    {400, "INVALID_ARGUMENT", "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).", ""},
	tooLarge:   {413, "INVALID_ARGUMENT", "Request payload size exceeds the limit.", ""},
	noMethod:   {405, "UNIMPLEMENTED", "Method not allowed.", ""},
	rateLimit:  {429, "RESOURCE_EXHAUSTED", "You exceeded your current quota, please check your plan and billing details.", ""},
	quota:      {400, "FAILED_PRECONDITION", "Billing is not enabled for this project.", ""},
	internal:   {500, "INTERNAL", "An internal error has occurred. Please retry.", ""},
	overloaded: {503, "UNAVAILABLE", "The model is overloaded. Please try again later.", ""},
	busy:       {503, "UNAVAILABLE", "The service is currently unavailable.", ""},
}

func (gemini) failure(_ *Request, k kind, message string) (int, []byte) {
	e := geminiErrors[k]
	if message == "" {
		message = e.say
	}
	body := obj{"code": e.status, "message": message, "status": e.word}
	if e.reason != "" {
		body["details"] = []obj{{
			"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": e.reason,
			"domain": "googleapis.com", "metadata": obj{"service": "generativelanguage.googleapis.com"},
		}}
	}
	return e.status, marshal(obj{"error": body})
}
