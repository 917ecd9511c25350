#include <stdio.h>
#include <string.h>

#include "command.h"
#include "command_table.h"
#include "io/text.h"
#include "option_table.h"

/// Does something with each option of a command.
static void for_each_option(const command *asked, void (*show)(const command *asked, const option *row))
{
    for (int i = 0; i < option_count; i++)
        if (option_table[i].commands & asked->bit)
            show(asked, &option_table[i]);
}

/// Prints the words that an option takes as its value, with blanks between them. Returns false if any text or number
/// may be given.
static bool print_choices(const option *row)
{
    const char *names[MOST_CHOICES];
    const int count = option_choices(row, names);
    for (int i = 0; i < count; i++)
        printf("%s%s", i ? " " : "", names[i]);
    return count > 0;
}

/// True if the argument of a command is one of some words, such as bash|zsh|fish.
static bool takes_a_word(const command *asked)
{
    return strchr(asked->arguments, '|') && !strchr(asked->arguments, '.');
}

/// Prints a text with a backslash before each of some characters.
static void print_escaped(const char *text, const char *characters)
{
    for (; *text; text++) {
        if (strchr(characters, *text))
            putchar('\\');
        putchar(*text);
    }
}

/// Prints the words of an argument such as bash|zsh|fish, with blanks between them.
static void print_words(const char *argument)
{
    for (; *argument; argument++)
        if (strncmp(argument, "COMMAND", 7) == 0) {
            for (int i = 0; i < command_count; i++)
                printf("%s%s", i ? " " : "", command_table[i].name);
            argument += 6;
        } else {
            putchar(*argument == '|' ? ' ' : *argument);
        }
}

static void bash_option(const command *asked, const option *row)
{
    (void)asked;
    if (row->letter)
        printf(" -%c", row->letter);
    printf(" %s%s", row->name, row->kind == VALUE_ATTACHED ? " " : "");
}

static void bash_value(const command *asked, const option *row)
{
    const char *names[MOST_CHOICES];
    if (option_choices(row, names) == 0)
        return;
    printf("    '%s %s') words='", asked->name, row->name);
    print_choices(row);
    puts("' ;;");
}

static void print_bash(void)
{
    puts("# Completion of fairway for bash: source it, or put it into "
         "share/bash-completion/completions/fairway.\n"
         "_fairway() {\n"
         "    local command=${COMP_WORDS[1]} current=${COMP_WORDS[COMP_CWORD]}\n"
         "    local words='' before=${COMP_WORDS[COMP_CWORD - 1]}\n"
         "    if [ \"$COMP_CWORD\" -eq 1 ]; then");
    fputs("        mapfile -t COMPREPLY < <(compgen -W '", stdout);
    print_words("COMMAND");
    puts(" --help --version' -- \"$current\")\n        return\n    fi\n    case \"$command $before\" in");
    for (int i = 0; i < command_count; i++)
        for_each_option(&command_table[i], bash_value);
    puts("    esac\n    if [ -z \"$words\" ]; then\n        case \"$command $current\" in");
    for (int i = 0; i < command_count; i++) {
        printf("        '%s -'*) words='", command_table[i].name);
        for_each_option(&command_table[i], bash_option);
        puts("' ;;");
        if (!takes_a_word(&command_table[i]))
            continue;
        printf("        '%s '*) words='", command_table[i].name);
        print_words(command_table[i].arguments);
        puts("' ;;");
    }
    fputs("        'help '*) words='", stdout);
    print_words("COMMAND");
    puts("' ;;");
    puts("        esac\n    fi\n"
         "    mapfile -t COMPREPLY < <(if [ -n \"$words\" ]; then compgen -W \"$words\" -- \"$current\"; "
         "else\n"
         "        compgen -f -- \"$current\"; fi)\n"
         "}\n"
         "complete -o filenames -F _fairway fairway");
}

/// Characters that mean something in a description of zsh.
static const char in_zsh[] = "[]:\\";

/// Prints a text of help within single quotes.
static void print_quoted(const char *text, const char *escaped)
{
    for (; *text; text++)
        if (*text == '\'')
            fputs("'\\''", stdout);
        else {
            const char letter[2] = { *text, '\0' };
            print_escaped(letter, escaped);
        }
}

static void zsh_option(const command *asked, const option *row)
{
    (void)asked;
    fputs("            ", stdout);
    if (row->letter) // neither comes after the other one
        printf("'(-%c %s)'{-%c,%s}'[", row->letter, row->name, row->letter, row->name);
    else
        printf("'%s%s[", row->name, row->kind == VALUE_ATTACHED ? "=-" : "");
    print_quoted(row->help, in_zsh);
    putchar(']');
    if (row->value && row->kind != VALUE_ATTACHED) {
        putchar(':');
        print_quoted(row->value, in_zsh);
        putchar(':');
        const char *names[MOST_CHOICES];
        if (option_choices(row, names)) {
            putchar('(');
            print_choices(row);
            putchar(')');
        } else if (strstr(row->value, "FILE")) {
            fputs("_files", stdout);
        }
    }
    puts("' \\");
}

static void print_zsh(void)
{
    puts("#compdef fairway\n"
         "# Completion of fairway for zsh: put it into a folder of $fpath as _fairway.\n"
         "_fairway() {\n"
         "    if (( CURRENT == 2 )); then\n"
         "        local -a commands=(");
    for (int i = 0; i < command_count; i++) {
        printf("            '%s:", command_table[i].name);
        print_quoted(command_table[i].help, in_zsh);
        puts("'");
    }
    puts("        )\n        _describe command commands\n        return\n    fi\n"
         "    local command=$words[2]\n    shift words\n    (( CURRENT-- ))\n    case $command in");
    for (int i = 0; i < command_count; i++) {
        printf("    %s)\n        _arguments -S \\\n", command_table[i].name);
        for_each_option(&command_table[i], zsh_option);
        fputs("            '*:", stdout);
        print_quoted(command_table[i].arguments, in_zsh);
        if (takes_a_word(&command_table[i])) {
            fputs(":(", stdout);
            print_words(command_table[i].arguments);
            puts(")'");
        } else {
            puts(":_files'");
        }
        puts("        ;;");
    }
    fputs("    help)\n        _arguments -S '*:COMMAND:(", stdout);
    print_words("COMMAND");
    puts(")'\n        ;;\n    esac\n}\n"
         "if [ \"$funcstack[1]\" = _fairway ]; then _fairway \"$@\"; else compdef _fairway fairway; fi");
}

static void fish_option(const command *asked, const option *row)
{
    const bool is_long = strncmp(row->name, "--", 2) == 0;
    printf("complete -c fairway -n '__fish_seen_subcommand_from %s' -%c %s", asked->name, is_long ? 'l' : 's',
           row->name + (is_long ? 2 : 1));
    if (row->letter)
        printf(" -s %c", row->letter);
    const char *names[MOST_CHOICES];
    if (option_choices(row, names)) {
        fputs(" -x -a '", stdout);
        print_choices(row);
        putchar('\'');
    } else if (row->value && row->kind != VALUE_ATTACHED) {
        fputs(strstr(row->value, "FILE") ? " -r -F" : " -x", stdout);
    }
    fputs(" -d '", stdout);
    print_escaped(row->help, "'\\");
    puts("'");
}

static void print_fish(void)
{
    puts("# Completion of fairway for fish: put it into ~/.config/fish/completions/fairway.fish.");
    for (int i = 0; i < command_count; i++) {
        printf("complete -c fairway -f -n __fish_use_subcommand -a %s -d '", command_table[i].name);
        print_escaped(command_table[i].help, "'\\");
        puts("'");
        if (takes_a_word(&command_table[i])) {
            printf("complete -c fairway -f -n '__fish_seen_subcommand_from %s' -a '", command_table[i].name);
            print_words(command_table[i].arguments);
            puts("'");
        }
        for_each_option(&command_table[i], fish_option);
    }
    fputs("complete -c fairway -f -n '__fish_seen_subcommand_from help' -a '", stdout);
    print_words("COMMAND");
    puts("'");
}

int run_completion(const options *given)
{
    static const struct {
        const char *name;
        void (*print)(void);
    } shells[] = { { "bash", print_bash }, { "zsh", print_zsh }, { "fish", print_fish } };
    for (size_t i = 0; i < sizeof shells / sizeof *shells; i++)
        if (strcmp(given->arguments[0], shells[i].name) == 0) {
            shells[i].print();
            return EXIT_DONE;
        }
    complain("there is no completion for '%s', expected bash, zsh or fish",
             io_quoted(io_span_of(given->arguments[0])).text);
    return EXIT_BAD;
}
